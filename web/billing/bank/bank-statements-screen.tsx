import type { BankStatementItem } from "@tradewind/contract/billing/bank.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDate, formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { TextLink } from "../../shared/link-render.tsx";
import { Icon } from "../../ui/icon.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { BankList } from "./bank-list.tsx";
import { bankStatementsQuery } from "./bank.queries.ts";

/** Lists the bank statements that were imported. */
export function BankStatementsScreen() {
  const list = useInfiniteQuery(bankStatementsQuery);
  return (
    <>
      <PageHeader
        title="Bank statements"
        about="Imported from files. Each begins where the one before ended."
        actions={<TextLink to={screens.bankTransfers.path}>Bank transfers</TextLink>}
      />
      <BankList
        label="Bank statements"
        list={list}
        empty={
          <EmptyState icon="document" title="No statement was imported yet">
            Import the first from Bank transfers.
          </EmptyState>
        }
      >
        {(statement) => <Statement key={statement.Id} statement={statement} />}
      </BankList>
    </>
  );
}

/** A statement: of which account and until when, what it holds, where it came from, and what may be missing before it. */
function Statement({ statement }: { statement: BankStatementItem }) {
  const { Number: number, Lines, KnownLines, Warning } = statement;
  const counted = Lines === 1 ? "1 line" : `${Lines.toLocaleString("en-GB")} lines`;
  const known = KnownLines > 0 ? `, ${KnownLines.toLocaleString("en-GB")} of them known before` : "";
  return (
    <li className="grid gap-x-6 gap-y-2 px-5 py-3 max-md:grid-cols-[minmax(0,1fr)] max-md:px-4 md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <div className="grid content-start gap-0.5 wrap-anywhere">
        <span className="figures font-medium">
          Until {formatDate(statement.ClosedOn)}
          {number !== null && `, number ${number}`}
        </span>
        <span className="text-sm text-muted">
          {statement.AccountName}, ending {statement.AccountEnd}
        </span>
      </div>
      <div className="grid content-start gap-0.5 wrap-anywhere text-sm text-muted">
        <span>
          {counted}
          {known}
        </span>
        <span>
          {statement.FileName}, {statement.ImportedBy}, {formatDateTime(statement.ImportedAt)}
        </span>
      </div>
      <dl className="figures grid grid-cols-[auto_auto] content-start justify-between gap-x-4 gap-y-0.5">
        <dt className="text-sm text-muted">Began with</dt>
        <dd className="text-right">{formatMoney(statement.Opening)}</dd>
        <dt className="text-sm text-muted">Ended with</dt>
        <dd className="text-right font-medium">{formatMoney(statement.Closing)}</dd>
      </dl>
      {Warning && (
        <p className="flex gap-1.5 md:col-span-3">
          <Icon name="alert" className="mt-0.5 text-warning" />
          <span className="min-w-0 wrap-anywhere">{Warning}</span>
        </p>
      )}
    </li>
  );
}
