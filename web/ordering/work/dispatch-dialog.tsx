import { work } from "@tradewind/contract/ordering/work.ts";
import { useId, useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { TextArea, TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import type { WorkItem } from "./work.queries.ts";

type Line = WorkItem["Lines"][number];
type Sending = { quantity: number; serials: string };

/** How many of a line are there to be sent now. */
const ready = ({ Goods }: Line): number => (Goods ? Goods.Rest - Goods.Missing : 0);
const codesIn = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Sends a part of an order's goods, or all that is left of them. */
export function DispatchDialog({ item, onClose }: { item: WorkItem; onClose: () => void }) {
  const id = useId();
  const lines = item.Lines.filter((line) => line.Goods && line.Goods.Rest > 0);
  const [carrier, setCarrier] = useState("");
  const [tracking, setTracking] = useState("");
  const [missing, setMissing] = useState(false);
  const [sending, setSending] = useState<Readonly<Record<string, Sending>>>(() =>
    Object.fromEntries(lines.map((line) => [line.Key, { quantity: ready(line), serials: "" }])),
  );
  const write = useWrite(work.dispatch, {
    refreshes: ["work", "stock"],
    shown: true,
    onDone: () => (toast("The goods were dispatched"), onClose()),
  });
  const sent = lines.filter(({ Key }) => sending[Key]!.quantity > 0);
  const lists = sent.flatMap(({ Key, Resources }) => {
    const Codes = codesIn(sending[Key]!.serials);
    return Codes.length > 0 && Resources[0] ? [{ Key, Kind: Resources[0].Kind, Codes }] : [];
  });
  const problems = write.error?.fields ?? {};
  const send = () => {
    const Carrier = carrier.trim();
    if (Carrier === "") return setMissing(true);
    write.mutate({
      params: { workItemId: item.Id },
      body: {
        Carrier,
        Tracking: tracking.trim() || null,
        Lines: sent.map(({ Key }) => ({ Key, Quantity: sending[Key]!.quantity })),
        Lists: lists,
      },
    });
  };
  return (
    <TaskDialog
      title="Dispatch goods"
      subtitle={`${item.CustomerName} · ${item.ResellerName}`}
      form={id}
      action="Dispatch"
      disabled={sent.length === 0}
      busy={write.isPending}
      onClose={onClose}
    >
      <form
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {write.error && (
          <Alert type="error" live>
            {write.error.message}
          </Alert>
        )}
        <p className="text-muted">
          What leaves is charged now. The rest stays promised, and can be cancelled until it leaves.
        </p>
        {lines.map((line) => {
          const own = sending[line.Key]!;
          const change = (part: Partial<Sending>) => setSending({ ...sending, [line.Key]: { ...own, ...part } });
          const list = lists.findIndex(({ Key }) => Key === line.Key);
          return (
            <fieldset key={line.Key} className="grid gap-3">
              <NumberField
                label={line.Name}
                hint={`${line.Goods!.Rest} to send${line.Goods!.Missing > 0 ? `, ${line.Goods!.Missing} of them not in stock yet` : ""}`}
                min={0}
                max={ready(line)}
                value={own.quantity}
                error={problems[`Lines.${sent.indexOf(line)}.Quantity`]}
                onValue={(quantity) => change({ quantity })}
              />
              {line.Resources[0] && own.quantity > 0 && (
                <TextArea
                  label={`${line.Name}: serial numbers, one on each line`}
                  hint={`${codesIn(own.serials).length} of ${own.quantity}.`}
                  optional
                  value={own.serials}
                  error={list >= 0 ? problems[`Lists.${list}.Codes`] : undefined}
                  onChange={(event) => change({ serials: event.target.value })}
                />
              )}
            </fieldset>
          );
        })}
        <TextField
          label="Carrier"
          maxLength={60}
          value={carrier}
          error={missing && carrier.trim() === "" ? "A carrier is required" : problems["Carrier"]}
          onChange={(event) => setCarrier(event.target.value)}
        />
        <TextField
          label="Tracking number"
          optional
          maxLength={80}
          value={tracking}
          error={problems["Tracking"]}
          onChange={(event) => setTracking(event.target.value)}
        />
        {problems["Made"] && <p className="text-sm text-danger">{problems["Made"]}</p>}
      </form>
    </TaskDialog>
  );
}
