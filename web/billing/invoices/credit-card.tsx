import { credit } from "@tradewind/contract/billing/credit.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useWrite } from "../../platform/queries.ts";
import { useAllowed } from "../../platform/session.ts";
import { Button } from "../../ui/button.tsx";
import { formatMoney, MoneyText, type MoneyValue } from "../../ui/money-text.tsx";
import { Card } from "../../ui/page.tsx";
import { toast } from "../../ui/toast.tsx";
import { creditQuery } from "../credit/credit.queries.ts";
import { invoicePaymentsQuery } from "./invoices.queries.ts";

const isSome = (value: MoneyValue | null | undefined): value is MoneyValue => value != null && BigInt(value.Minor) > 0n;
const lesser = (a: MoneyValue, b: MoneyValue) => (BigInt(a.Minor) < BigInt(b.Minor) ? a : b);

/** Says what of an invoice was paid out of the credit, and uses what is left of it. */
export function CreditCard({ invoiceId }: { invoiceId: string }) {
  const mayUse = useAllowed(credit.spend);
  const { data } = useQuery(invoicePaymentsQuery(invoiceId));
  const isOpen = mayUse && isSome(data?.Collectable);
  const balance = useInfiniteQuery({ ...creditQuery, enabled: isOpen }).data?.pages[0]?.Balance;
  const spend = useWrite(credit.spend, {
    refreshes: ["invoices"],
    onDone: ({ Spent }) => toast(`${formatMoney(Spent)} of credit was used`),
  });
  const used = data?.CreditUsed;
  const usable = isOpen && isSome(balance) && balance.Currency === data.Collectable!.Currency;
  if (!isSome(used) && !usable) return null;
  return (
    <Card title="Credit">
      <div className="grid gap-3">
        {isSome(used) && (
          <p className="flex justify-between gap-4">
            <span className="text-muted">Used on this invoice</span> <MoneyText value={used} />
          </p>
        )}
        {usable && (
          <>
            <p className="text-sm text-muted">
              You have <MoneyText value={balance} /> in credit, which is used by itself once the invoice is due.
            </p>
            <Button busy={spend.isPending} onClick={() => spend.mutate({ params: { invoiceId } })}>
              Use {formatMoney(lesser(balance, data.Collectable!))} of credit
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}
