import { bank, type BankLineItem } from "@tradewind/contract/billing/bank.ts";
import { useId, useState } from "react";
import { call } from "../../platform/api.ts";
import { useWrite } from "../../platform/queries.ts";
import { Alert } from "../../ui/alert.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Combobox, type Option } from "../../ui/combobox.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { MoneyField } from "../../ui/money-field.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { toast } from "../../ui/toast.tsx";

type Part = { ResellerId: string; InvoiceId: string | null; label: string; minor: string | undefined };
const keyOf = ({ ResellerId, InvoiceId }: Part) => `${ResellerId} ${InvoiceId}`;
const leastOf = (a: bigint, b: bigint) => (a < b ? a : b);

type Props = { line: BankLineItem; onClose: () => void };

/** Splits a transfer between invoices and resellers' credit, as it is proposed or otherwise. */
export function AllocateDialog({ line, onClose }: Props) {
  const form = useId();
  const { Currency, Minor } = line.Amount;
  const [parts, setParts] = useState<Part[]>(() =>
    (line.Proposal?.Shares ?? []).map(({ ResellerId, InvoiceId, Number, ResellerName, Amount }) => ({
      ResellerId,
      InvoiceId,
      label: labelOf(Number, ResellerName),
      minor: Amount.Minor,
    })),
  );
  const write = useWrite(bank.allocate, {
    refreshes: ["bank"],
    shown: true,
    onDone: () => (toast("The transfer is allocated"), onClose()),
  });
  const left = parts.reduce((rest, { minor }) => rest - BigInt(minor || 0), BigInt(Minor));
  const isDone = left === 0n && parts.every(({ minor }) => minor !== undefined && minor !== "" && minor !== "0");
  const [found, setFound] = useState(new Map<string, Part & { open: bigint }>());

  async function search(text: string, signal: AbortSignal): Promise<Option[]> {
    if (text.trim().length < 2) return [];
    const { Items, Resellers } = await call(bank.openInvoices, { query: { Currency, Search: text.trim() }, signal });
    const rows = [
      ...Items.map(({ InvoiceId, ResellerId, ResellerName, Number, Open }) => ({
        ResellerId,
        InvoiceId,
        label: labelOf(Number, ResellerName),
        minor: undefined,
        open: BigInt(Open.Minor),
        hint: `${formatMoney(Open)} open`,
      })),
      ...Resellers.map(({ ResellerId, ResellerName }) => ({
        ResellerId,
        InvoiceId: null,
        label: labelOf(null, ResellerName),
        minor: undefined,
        open: BigInt(Minor),
        hint: "",
      })),
    ].filter((row) => !parts.some((part) => keyOf(part) === keyOf(row)));
    setFound((before) => new Map([...before, ...rows.map((row) => [keyOf(row), row] as const)]));
    return rows.map((row) => ({ id: keyOf(row), label: row.label, hint: row.hint }));
  }
  const add = (option: Option | null) => {
    const row = option && found.get(option.id);
    if (!row) return;
    const { ResellerId, InvoiceId, label, open } = row;
    setParts([...parts, { ResellerId, InvoiceId, label, minor: String(left > 0n ? leastOf(left, open) : 0n) }]);
  };
  const { message, fields = {} } = write.error ?? {};
  return (
    <TaskDialog
      title="Allocate transfer"
      subtitle={`${formatMoney(line.Amount)} from ${line.Payer ?? "a payer who is not named"}`}
      form={form}
      action="Allocate"
      busy={write.isPending}
      disabled={!isDone}
      onClose={onClose}
    >
      <form
        id={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isDone) return;
          const Shares = parts.map(({ ResellerId, InvoiceId, minor }) => ({ ResellerId, InvoiceId, Minor: minor! }));
          write.mutate({ params: { bankLineId: line.Id }, body: { Version: line.Version, Shares } });
        }}
      >
        {message && (
          <Alert type="error" live>
            {fields["Shares"] ?? message}
          </Alert>
        )}
        {line.Words && <p className="text-muted wrap-anywhere">“{line.Words}”</p>}
        {parts.map((part, at) => (
          <div key={keyOf(part)} className="flex items-end gap-2">
            <MoneyField
              className="flex-1"
              label={part.label}
              currency={Currency}
              value={part.minor ?? ""}
              onValue={(minor) => setParts(parts.with(at, { ...part, minor }))}
            />
            <IconButton icon="close" label={`Remove ${part.label}`} onClick={() => setParts(parts.toSpliced(at, 1))} />
          </div>
        ))}
        <Combobox
          key={parts.length}
          label="Add an invoice or a reseller’s credit"
          placeholder="Number, or a reseller’s name"
          value={null}
          onValue={add}
          search={search}
        />
        <p aria-live="polite" className={left === 0n ? "text-muted" : "font-medium"}>
          {left === 0n
            ? "All of it is allocated"
            : left > 0n
              ? `${formatMoney({ Minor: String(left), Currency })} left`
              : `${formatMoney({ Minor: String(-left), Currency })} too much`}
        </p>
      </form>
    </TaskDialog>
  );
}

const labelOf = (number: string | null, reseller: string) =>
  number ? `${number}, ${reseller}` : `Credit of ${reseller}`;
