import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import { mostReconciled, type ReconciliationItem } from "@tradewind/contract/psa/reconciliation.ts";
import { adviceWords, causeWords } from "@tradewind/contract/psa/reconciliation-words.ts";
import { useId, useState } from "react";
import { usePsaUpdate } from "../../shared/psa-writes/use-psa-update.ts";
import { DateField } from "../../ui/date-field.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { updateOf } from "./reconciliation-table.tsx";

type Props = {
  calls: PsaCalls;
  chosen: readonly ReconciliationItem[];
  today: string;
  onDone: () => void;
  onClose: () => void;
};

/** Shows what an update would set in the PSA, and has it written from a day on. */
export function ReconciliationDialog({ calls, chosen, today, onDone, onClose }: Props) {
  const form = useId();
  const [from, setFrom] = useState(today);
  const update = usePsaUpdate(calls.updateReconciliation, "Reconciliation", () => {
    onDone();
    onClose();
  });
  const cures = chosen.filter(({ targetQuantity }) => targetQuantity !== null).slice(0, mostReconciled);
  const others = chosen.filter(({ targetQuantity }) => targetQuantity === null);
  const count = `${cures.length.toLocaleString("en-GB")} ${cures.length === 1 ? "line" : "lines"}`;
  return (
    <TaskDialog
      title="Update the PSA"
      subtitle={`${count} will be set to what is bought here`}
      size="large"
      form={form}
      action={`Update ${count}`}
      busy={update.isSending}
      disabled={cures.length === 0}
      onClose={onClose}
    >
      <form
        id={form}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          update.send({
            body: {
              from,
              results: cures.map(({ cmCustomer, product, psaQuantity, targetQuantity, psaPrice, targetPrice }) => ({
                cmCustomerId: cmCustomer.id,
                productId: product.id,
                psaQuantity,
                targetQuantity: targetQuantity!,
                ...(targetPrice !== null && { psaPrice: psaPrice!, targetPrice }),
              })),
            },
          });
        }}
      >
        <p className="text-muted">
          Each line is written by itself, and only if it is as it was seen here. What the PSA refuses is told with its
          row.
        </p>
        <DateField
          className="md:w-56"
          label="Bill so from"
          hint="A period that is invoiced already is not changed"
          value={from}
          onValue={setFrom}
        />
        <ul aria-label="What is updated" className="divide-y divide-line rounded-control border border-line">
          {cures.map((row) => (
            <li key={row.id} className="flex flex-wrap justify-between gap-x-4 px-4 py-2">
              <span className="min-w-0 wrap-anywhere">
                <span className="font-medium">{row.cmCustomer.name}</span>
                <span className="text-muted">, {row.product.name}</span>
              </span>
              <span className="figures">
                {updateOf(row)}
                {row.difference && <span className="text-muted">{`, ${changeOf(row.difference)} a month`}</span>}
              </span>
            </li>
          ))}
        </ul>
        {others.length > 0 && (
          <div className="grid gap-1">
            <p className="font-medium">Not updated from here</p>
            <ul className="grid gap-1 text-sm">
              {others.map(({ id, cmCustomer, product, cause }) => (
                <li key={id} className="wrap-anywhere">
                  {`${cmCustomer.name}, ${product.name}: ${cause ? `${causeWords[cause].toLowerCase()}. ${adviceWords[cause]}.` : "equal by now."}`}
                </li>
              ))}
            </ul>
          </div>
        )}
      </form>
    </TaskDialog>
  );
}

/** What the PSA bills more or less by it. */
const changeOf = ({ Minor, Currency }: NonNullable<ReconciliationItem["difference"]>) =>
  `${Minor.startsWith("-") ? "+" : "−"}${formatMoney({ Minor: Minor.replace("-", ""), Currency })}`;
