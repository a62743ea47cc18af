import { downloads, type ReportId } from "@tradewind/contract/billing/reports.ts";
import type { AccountingOptions } from "@tradewind/domain/billing/accounting-exports.ts";
import { useState } from "react";
import { asApiError } from "../../platform/api-error.ts";
import { call, downloadFile } from "../../platform/api.ts";
import { useSession } from "../../platform/session.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";

type Props = { id: ReportId; name: string; about: string; options?: AccountingOptions; disabled?: boolean };

/** A report with its button, which asks for a guid, good for one file, and saves the file. */
export function DownloadReport({ id, name, about, options, disabled = false }: Props) {
  const { User, Today } = useSession();
  const [busy, setBusy] = useState(false);
  const days = options?.From && options.Until ? `${options.From}-to-${options.Until}` : Today;
  const press = async () => {
    setBusy(true);
    try {
      const asked = { DownloadId: id, UserName: User.userName, ...(options ? { Options: options } : {}) };
      const { Guid } = await call(downloads.guid, { body: asked });
      await downloadFile(downloads.file, { body: { Id: id, Guid } }, `${id}-${days}.csv`);
    } catch (error) {
      const { message, reference } = asApiError(error);
      toast(message, { kind: "problem", reference });
    }
    setBusy(false);
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 max-md:px-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-base font-medium">{name}</h2>
        <p className="text-sm text-muted">{about}</p>
      </div>
      <Button
        icon="download"
        busy={busy}
        disabled={disabled}
        aria-label={`Download: ${name}`}
        onClick={() => void press()}
      >
        Download
      </Button>
    </li>
  );
}
