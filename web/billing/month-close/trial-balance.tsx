import type { AccountBalance } from "@tradewind/contract/billing/month-close.ts";
import { currencies } from "@tradewind/domain/values/money.ts";
import { MoneyText } from "../../ui/money-text.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Card } from "../../ui/page.tsx";
import { useMedia, widths } from "../../ui/use-media.ts";
import type { Column } from "../../ui/table-model.ts";
import { accountWords } from "./month-words.tsx";

const amount = { width: "140px", align: "end" } as const;
const columns: readonly Column<AccountBalance>[] = [
  { id: "account", header: "Account", width: "minmax(180px, 2fr)", cell: accountWords },
  { ...amount, id: "opening", header: "Opening", from: "large", cell: (row) => <MoneyText value={row.Opening} /> },
  { ...amount, id: "debits", header: "Debits", from: "large", cell: (row) => <MoneyText value={row.Debits} /> },
  { ...amount, id: "credits", header: "Credits", from: "large", cell: (row) => <MoneyText value={row.Credits} /> },
  { ...amount, id: "closing", header: "Closing", card: "corner", cell: (row) => <MoneyText value={row.Closing} /> },
];

/** On a phone, what moved stands below what it came to. */
const cardColumns: readonly Column<AccountBalance>[] = [
  ...columns.filter(({ id }) => id === "account" || id === "closing"),
  {
    id: "moves",
    header: "Moves",
    width: "1fr",
    card: "line",
    cell: (row) => (
      <span>
        <MoneyText value={row.Debits} /> in debits, <MoneyText value={row.Credits} /> in credits
      </span>
    ),
  },
];

/** What each account came to in a month, by currency. Debits are positive; all of a currency come to nothing. */
export function TrialBalance({ balances }: { balances: readonly AccountBalance[] }) {
  const phone = useMedia(widths.phone);
  if (balances.length === 0)
    return (
      <Card title="Trial balance">
        <p className="text-muted">Nothing was posted up to the end of this month.</p>
      </Card>
    );
  return currencies
    .filter((currency) => balances.some(({ Currency }) => Currency === currency))
    .map((currency) => (
      <section key={currency} className="grid gap-3">
        <h2 className="text-md">Trial balance, {currency}</h2>
        <DataTable
          label={`Trial balance, ${currency}`}
          rows={balances.filter(({ Currency }) => Currency === currency)}
          columns={phone ? cardColumns : columns}
          rowKey={({ Account }) => Account}
          rowName={accountWords}
          empty={null}
        />
      </section>
    ));
}
