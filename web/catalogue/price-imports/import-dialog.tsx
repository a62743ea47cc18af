import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { ownPriceColumns } from "@tradewind/domain/catalogue/price-file.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { asApiError } from "../../platform/api-error.ts";
import { useSession } from "../../platform/session.ts";
import { Alert } from "../../ui/alert.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { countWords } from "./import-words.ts";
import { sendFile } from "./send-file.ts";

type Props = {
  /** The import whose file was mended. */
  mends?: { id: string; from: string; share: string };
  onClose: () => void;
};

const kilobytes = (bytes: number) => countWords(Math.ceil(bytes / 1000));

/** Asks for a price list and the day from which it holds, sends it in pieces, and opens what it would change. */
export function ImportDialog({ mends, onClose }: Props) {
  const form = useId();
  const { Today } = useSession();
  const [file, setFile] = useState<File>();
  const [from, setFrom] = useState(mends?.from ?? Today);
  const [share, setShare] = useState(mends?.share ?? "85");
  const [sent, setSent] = useState<number>();
  const [trouble, setTrouble] = useState<{ message: string; fields: Partial<Record<string, string>> }>();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const send = async () => {
    if (!file) {
      setTrouble({ message: "", fields: { File: "Choose the file of the price list" } });
      return;
    }
    setTrouble(undefined);
    setSent(0);
    try {
      const { Id } = await sendFile({ file, from, share: share.trim(), replaces: mends?.id }, setSent);
      await queries.invalidateQueries({ queryKey: ["priceImports"] });
      onClose();
      await navigate({ to: linkTo(screens.priceImport, { priceImportId: Id }) });
    } catch (error) {
      const { message, fields } = asApiError(error);
      setTrouble({ message, fields: fields ?? {} });
      setSent(undefined);
    }
  };
  const fields = trouble?.fields ?? {};
  return (
    <TaskDialog
      title={mends ? "Choose the mended file" : "Import prices"}
      subtitle="Nothing changes before you have seen what would"
      form={form}
      action="Read file"
      busy={sent !== undefined}
      onClose={onClose}
    >
      <form
        id={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {trouble && Object.keys(fields).length === 0 && (
          <Alert type="error" live>
            {trouble.message}
          </Alert>
        )}
        <FileDrop
          label="Price list"
          about={`CSV, with the columns ${ownPriceColumns.join(", ")}; or a vendor’s price sheet as it is, with ProductId, SkuId, UnitPrice and ERP Price`}
          accept=".csv,text/csv,text/plain"
          error={fields["File"] ?? fields["FileName"]}
          busy={sent !== undefined}
          onFile={setFile}
        >
          {file && (
            <p className="font-medium wrap-anywhere">
              {file.name} <span className="figures font-normal text-muted">{kilobytes(file.size)} kB</span>
            </p>
          )}
        </FileDrop>
        <div className="grid gap-4 md:grid-cols-2">
          <DateField
            label="Prices hold from"
            hint="Today or later"
            min={Today}
            value={from}
            error={fields["From"]}
            onValue={setFrom}
          />
          <TextField
            label="Resellers pay, in %"
            hint="Of the recommended price, where the file does not say it"
            inputMode="decimal"
            maxLength={6}
            value={share}
            error={fields["SharePercent"]}
            onChange={({ target }) => setShare(target.value)}
          />
        </div>
        {sent !== undefined && file && (
          <ProgressBar
            label={sent < 1 ? "Reading the file" : "Comparing prices"}
            done={sent}
            note={`${kilobytes(sent * file.size)} of ${kilobytes(file.size)} kB`}
          />
        )}
      </form>
    </TaskDialog>
  );
}
