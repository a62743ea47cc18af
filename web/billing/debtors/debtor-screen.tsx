import type { DebtorAccount, DebtorItem } from "@tradewind/contract/billing/debtors.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useSession } from "../../platform/session.ts";
import { useCrumb } from "../../shared/crumb.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { useParamsOf } from "../../shared/screen-address.ts";
import { Button } from "../../ui/button.tsx";
import { formatMoney, MoneyText, type MoneyValue } from "../../ui/money-text.tsx";
import { Card, Facts, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { DebtorMemos, DebtorNotices, DebtorOpenItems, DebtorPayments } from "./debtor-cards.tsx";
import { DebtorLineCredits } from "./debtor-line-credits.tsx";
import { DebtorWriteOffs } from "./debtor-write-offs.tsx";
import { DebtorNotes } from "./debtor-notes.tsx";
import { ageWords, DebtorStep, moneyOf } from "./debtor-words.tsx";
import { debtorQuery } from "./debtors.queries.ts";
import type { Keeping } from "./keep-dialog.tsx";

const KeepDialog = lazy(async () => ({ default: (await import("./keep-dialog.tsx")).KeepDialog }));

const CreditLinesDialog = lazy(async () => ({
  default: (await import("./credit-lines-dialog.tsx")).CreditLinesDialog,
}));

const WriteOffDialog = lazy(async () => ({
  default: (await import("./write-off-dialog.tsx")).WriteOffDialog,
}));

/** Shows the account of a reseller: what is open, what was paid and reminded of, and what staff keep. */
export function DebtorScreen() {
  const { resellerId } = useParamsOf(screens.debtor);
  const { data, error, refetch } = useQuery(debtorQuery(resellerId));
  const [keeping, setKeeping] = useState<Keeping>();
  const [isCrediting, setIsCrediting] = useState(false);
  const [writingOff, setWritingOff] = useState<DebtorAccount["OpenItems"][number]>();
  useCrumb(data?.Name);
  if (error && !data)
    return <QueryError page list={screens.debtors.path} error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div aria-hidden="true" className="grid gap-6">
        <Skeleton className="h-16" />
        <Skeleton className="h-40" />
        <Skeleton className="h-64" />
      </div>
    );
  const own = data.Accounts[0]!;
  return (
    <>
      <PageHeader
        title={data.Name}
        about="What it owes, what it paid, and what we keep of it"
        actions={
          <>
            <Button onClick={() => setKeeping("promise")}>Promised to pay</Button>
            <Button onClick={() => setKeeping("limit")}>Set credit limit</Button>
            <Button onClick={() => setIsCrediting(true)}>Credit an invoice</Button>
            <Button variant="primary" icon="add" onClick={() => setKeeping("note")}>
              Add a note
            </Button>
          </>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="grid min-w-0 gap-6">
          {data.Accounts.map((account) => (
            <Account key={account.Owed.Currency} account={account} />
          ))}
          <DebtorOpenItems items={data.OpenItems} onWriteOff={setWritingOff} />
          <DebtorWriteOffs resellerId={resellerId} />
          <DebtorLineCredits resellerId={resellerId} />
          <DebtorPayments payments={data.Payments} />
          <DebtorMemos memos={data.CreditMemos} />
        </div>
        <div className="grid min-w-0 gap-6">
          <Limit account={own} />
          <DebtorNotes notes={data.Notes} />
          <DebtorNotices notices={data.Notices} />
        </div>
      </div>
      <Suspense fallback={null}>
        {keeping && <KeepDialog what={keeping} debtor={own} onClose={() => setKeeping(undefined)} />}
        {isCrediting && <CreditLinesDialog resellerId={resellerId} onClose={() => setIsCrediting(false)} />}
        {writingOff && (
          <WriteOffDialog resellerId={resellerId} item={writingOff} onClose={() => setWritingOff(undefined)} />
        )}
      </Suspense>
    </>
  );
}

function Account({ account }: { account: DebtorItem }) {
  const { Today } = useSession();
  const money = (value: MoneyValue) => <MoneyText value={value} />;
  const credit = moneyOf(BigInt(account.Credit.Minor) + BigInt(account.CreditMemos.Minor), account.Owed.Currency);
  return (
    <Card title={`${formatMoney(account.Owed)} owed, ${formatMoney(account.Overdue)} overdue`}>
      <div className="mb-4">
        <DebtorStep debtor={account} today={Today} />
      </div>
      <Facts
        facts={[
          ...account.Ages.map(({ Age, Owed }) => ({ label: ageWords[Age], value: money(Owed) })),
          { label: "In credit", value: money(credit) },
          { label: "On its way", value: money(account.OnItsWay) },
          {
            label: "Last payment",
            value: account.LastPayment ? (
              <>
                {money(account.LastPayment.Amount)} on {formatDate(account.LastPayment.On)}
              </>
            ) : (
              "None"
            ),
          },
        ]}
      />
    </Card>
  );
}

function Limit({ account: { Limit: limit } }: { account: DebtorItem }) {
  if (!limit) return null;
  const isOver = limit.Amount !== null && BigInt(limit.Used.Minor) > BigInt(limit.Amount.Minor);
  return (
    <Card title="Credit limit">
      <p className={`mb-3 ${isOver ? "text-danger" : ""}`}>
        <MoneyText className="font-semibold" value={limit.Used} /> used
        {limit.Amount ? (
          <>
            {" "}
            of <MoneyText value={limit.Amount} />
            {isOver && ": orders are refused"}
          </>
        ) : (
          "; there is no limit"
        )}
      </p>
      <dl className="grid gap-1.5">
        {(
          [
            ["Open, less credit", limit.Open],
            ["Not billed yet", limit.Unbilled],
            ["Committed", limit.Committed],
          ] as const
        ).map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd>
              <MoneyText value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
