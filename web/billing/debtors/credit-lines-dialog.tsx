import { lineCredits, type CreditableLine } from "@tradewind/contract/billing/line-credits.ts";
import { daysTogether, takenOffAlone } from "@tradewind/domain/billing/approvals.ts";
import { creditReasons, creditReasonWords, totalsOfCredit } from "@tradewind/domain/billing/line-credits.ts";
import { formatDate, formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { format, type Currency } from "@tradewind/domain/values/money.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { useTypedSearch } from "../../shared/list/use-typed-search.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/choice.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { MoneyField } from "../../ui/money-field.tsx";
import { formatMoney, MoneyText } from "../../ui/money-text.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { SearchBox, TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { moneyOf } from "./debtor-words.tsx";
import { creditableQuery, invoicesOfQuery } from "./line-credits.queries.ts";

/** How much of which line, by its id; undefined where what is typed is no amount. */
type Entered = ReadonlyMap<string, { line: CreditableLine; minor: string | undefined }>;

/** Credits lines of an invoice by a credit memo. */
export function CreditLinesDialog({ resellerId, onClose }: { resellerId: string; onClose: () => void }) {
  const form = useId();
  const invoices = useQuery(invoicesOfQuery(resellerId));
  const [invoiceId, setInvoiceId] = useState("");
  const [entered, setEntered] = useState<Entered>(new Map());
  const [reason, setReason] = useState("");
  const [words, setWords] = useState("");
  const write = useWrite(lineCredits.enter, {
    refreshes: ["debtors"],
    shown: true,
    onDone: ({ State, Gross, MemoNumber }) => {
      const sum = formatMoney(Gross);
      toast(State === "waiting" ? `${sum} waits for somebody else’s approval` : `${MemoNumber} is issued for ${sum}`);
      onClose();
    },
  });
  const chosen = invoices.data?.Items.find(({ Id }) => Id === invoiceId);
  const currency = chosen?.Gross.Currency ?? "GBP";
  const lines = [...entered.values()].filter(({ minor }) => minor !== "");
  const { message, fields = {} } = write.error ?? {};
  const isWhole = lines.every(({ line, minor }) => minor !== undefined && BigInt(minor) <= BigInt(line.Left.Minor));
  return (
    <TaskDialog
      title="Credit an invoice"
      subtitle="A credit memo is issued at once, and cannot be taken back"
      action="Issue credit memo"
      form={form}
      busy={write.isPending}
      disabled={lines.length === 0 || !isWhole}
      onClose={onClose}
    >
      <form
        id={form}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          write.mutate({
            params: { resellerId, invoiceId },
            body: {
              Lines: lines.map(({ line, minor }) => ({
                LineId: line.Id,
                Net: { Minor: minor ?? "", Currency: currency },
              })),
              Reason: creditReasons.find((each) => each === reason)!,
              Words: words,
            },
          });
        }}
      >
        {message !== undefined && Object.keys(fields).length === 0 && (
          <Alert type="error" live>
            {message}
          </Alert>
        )}
        {invoices.error && <QueryError error={invoices.error} onRetry={() => void invoices.refetch()} />}
        <Select
          label="Invoice"
          placeholder="Choose one"
          value={invoiceId}
          choices={(invoices.data?.Items ?? []).map(({ Id, Number: number, IssuedOn, Open }) => ({
            value: Id,
            label: `${number} of ${formatDate(IssuedOn)}, ${Open.Minor === "0" ? "paid" : `${formatMoney(Open)} open`}`,
          }))}
          onChange={({ target }) => {
            setInvoiceId(target.value);
            setEntered(new Map());
          }}
        />
        {chosen && (
          <LinesToCredit key={invoiceId} params={{ resellerId, invoiceId }} entered={entered} onEnter={setEntered} />
        )}
        {chosen && isWhole && lines.length > 0 && <Totals lines={lines} currency={currency} />}
        <Select
          label="Reason"
          placeholder="Choose one"
          value={reason}
          choices={creditReasons.map((value) => ({ value, label: creditReasonWords[value] }))}
          onChange={({ target }) => setReason(target.value)}
          error={fields["Reason"] && "Choose a reason"}
        />
        <TextField
          label="Why"
          hint="The reseller reads it, with your name, where the line is explained."
          maxLength={500}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          error={fields["Words"]}
        />
      </form>
    </TaskDialog>
  );
}

type LinesProps = {
  params: { resellerId: string; invoiceId: string };
  entered: Entered;
  onEnter: (entered: Entered) => void;
};

/** Lists an invoice's lines, each with a field for what is credited of it. */
function LinesToCredit({ params, entered, onEnter }: LinesProps) {
  const [search, setSearch] = useState("");
  const [text, setText] = useTypedSearch(search, setSearch);
  const list = useInfiniteQuery(creditableQuery(params, search));
  const rows = list.data?.pages.flatMap(({ Items }) => Items);
  return (
    <div className="grid gap-3">
      <SearchBox
        label="Search by customer or description"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {list.error && <QueryError error={list.error} onRetry={() => void list.refetch()} />}
      {!rows && !list.error && <Skeleton className="h-32" />}
      {rows?.length === 0 && <p className="text-muted">No line matches.</p>}
      {rows && rows.length > 0 && (
        <ul aria-label="Lines" className="divide-y divide-line">
          {rows.map((line) => (
            <li key={line.Id} className="flex flex-wrap items-start justify-between gap-3 py-3">
              <div className="grid min-w-40 flex-1 gap-0.5 wrap-anywhere">
                <span>{line.Description}</span>
                <span className="text-sm text-muted">
                  {line.CustomerName}, {formatDate(line.PeriodFrom)} to {formatLastDay(line.PeriodUntil)},{" "}
                  {line.VatPercent}% VAT
                </span>
              </div>
              {line.Left.Minor === "0" ? (
                <span className="text-muted">Nothing is left</span>
              ) : (
                <Amount line={line} entered={entered} onEnter={onEnter} />
              )}
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button size="small" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more lines
        </Button>
      )}
    </div>
  );
}

type AmountProps = Pick<LinesProps, "entered" | "onEnter"> & { line: CreditableLine };

function Amount({ line, entered, onEnter }: AmountProps) {
  const typed = entered.get(line.Id);
  const minor = typed ? typed.minor : "";
  const isOver = minor !== undefined && minor !== "" && BigInt(minor) > BigInt(line.Left.Minor);
  return (
    <MoneyField
      label={`Net to credit of ${line.Description}`}
      quietLabel
      className="w-40"
      currency={line.Left.Currency}
      value={minor ?? ""}
      onValue={(value) => onEnter(new Map(entered).set(line.Id, { line, minor: value === "0" ? "" : value }))}
      hint={`of ${formatMoney(line.Left)}`}
      error={isOver ? `At most ${formatMoney(line.Left)}` : undefined}
    />
  );
}

type TotalsProps = { lines: readonly { line: CreditableLine; minor: string | undefined }[]; currency: Currency };

/** Says what the credit memo comes to. */
function Totals({ lines, currency }: TotalsProps) {
  const { net, vat, gross } = totalsOfCredit(
    lines.map(({ line, minor }) => ({
      minor: BigInt(minor ?? "0"),
      category: line.VatCategory,
      percent: line.VatPercent,
    })),
    currency,
  );
  return (
    <div className="grid gap-2">
      <dl aria-label="What it comes to" className="grid grid-cols-3 gap-4">
        {(
          [
            ["Net", net],
            ["VAT", vat],
            ["To credit", gross],
          ] as const
        ).map(([label, minor]) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-semibold">
              <MoneyText value={moneyOf(minor, currency)} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">
        Above {format({ minor: takenOffAlone, currency })} in {daysTogether} days for one reseller, somebody else must
        approve it first.
      </p>
    </div>
  );
}
