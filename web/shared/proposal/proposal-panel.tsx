import type { WireRenewal } from "@tradewind/contract/ordering/sale.ts";
import type { WireProposal } from "@tradewind/contract/ordering/orders.ts";
import { formatDate, formatDateTime, formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import type { ReactNode } from "react";
import { Spinner } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { formatMoney, MoneyText } from "../../ui/money-text.tsx";
import { PriceBreakdown, type PriceLine } from "../price-breakdown.tsx";
import { PriceBreakdownSkeleton } from "../price-skeleton.tsx";
import { groupComing, periodWords, shareOf, type ComingGroup } from "./coming.ts";
import { RefusalAlert } from "./refusal-alert.tsx";
import { billingWords, formatUnitPrice } from "./unit-price.ts";
import { isForGood, undoneWords } from "./undo-words.ts";
import type { ProposalState } from "./use-proposal.ts";
import { reviewAddress } from "../review-address.ts";

type PanelProps = {
  state: ProposalState;
  /** Shown while nothing is requested. */
  waiting: ReactNode;
  /** Offered if the refusal says that scheduling is possible. */
  onSchedule?: () => void;
  title?: string;
  /** Whose order it is, where it is shown in full: with what the customer pays. */
  customer?: string;
  /** Stands under the cost, before what is to be known. */
  action?: ReactNode;
};

/** Shows the live cost and effect of a change, or why it is refused. */
export function ProposalPanel({ state, waiting, onSchedule, title, customer, action }: PanelProps) {
  const { proposal, refusal, stale, retry } = state;
  if (refusal) return <RefusalAlert refusal={refusal} onSchedule={onSchedule} onRetry={retry} />;
  if (!proposal)
    return stale ? (
      <PriceBreakdownSkeleton />
    ) : (
      <div className="rounded-card border border-dashed border-line-strong px-5 py-6 text-center text-muted">
        {waiting}
      </div>
    );
  return (
    <div className="grid gap-3">
      <ProposalCard {...{ proposal, stale, title, customer }} />
      {action}
      <Findings findings={proposal.Findings} />
    </div>
  );
}

type CardProps = Partial<Pick<PanelProps, "title" | "customer">> & { proposal: WireProposal; stale?: boolean };

export function ProposalCard({ proposal, stale, title, customer }: CardProps) {
  const { ChargeNow, Margin, Commitment, UndoUntil } = proposal;
  if (!ChargeNow)
    return (
      <>
        <WithoutPrices proposal={proposal} stale={stale} />
        {proposal.Sale && <SaleCard sale={proposal.Sale} />}
      </>
    );
  const groups = groupComing(proposal.Upcoming);
  const isTaxed = ChargeNow.Vat.length > 0;
  return (
    <PriceBreakdown
      title={title}
      stale={stale}
      lines={proposal.Lines.flatMap((line) => priceLine(line, proposal.Currency))}
      now={ChargeNow.Net}
      vat={
        isTaxed
          ? {
              rate: ChargeNow.Vat.map((each) => `${Number(each.Percent)}%`).join(" and "),
              amount: {
                Minor: String(ChargeNow.Vat.reduce((total, each) => total + BigInt(each.Vat.Minor), 0n)),
                Currency: proposal.Currency,
              },
            }
          : undefined
      }
      total={isTaxed ? ChargeNow.Gross : undefined}
      each={eachOf(groups, proposal.Renewals)}
      margin={Margin ? { amount: Margin.Margin, share: shareOf(Margin.Margin, Margin.CustomerPrice) } : undefined}
      commitment={Commitment ? { amount: Commitment.Net, until: formatLastDay(Commitment.Until) } : undefined}
      sales={customer && Margin ? { customer, amount: Margin.CustomerPrice } : undefined}
      undoUntil={UndoUntil ? formatDateTime(UndoUntil) : undefined}
      undone={undoneWords(proposal)}
      returned={isForGood(proposal)}
      note={proposal.Upcoming.length > 0 && <ComingPeriods proposal={proposal} />}
    />
  );
}

/** What each coming period costs; of a wish for the end of the term, those after it. */
const eachOf = (groups: readonly ComingGroup[], renewals: readonly WireRenewal[] | null | undefined) =>
  renewals && renewals.length > 0
    ? renewals.map(({ From, Billing, Net }) => ({ period: billingWords[Billing], amount: Net, from: formatDate(From) }))
    : groups
        .filter(({ same }) => same)
        .map(({ period, net, from }) => ({ period, amount: net, from: formatDate(from) }));

function priceLine(line: WireProposal["Lines"][number], currency: WireProposal["Currency"]): PriceLine[] {
  if (!line.Amount) return [];
  const days = line.From === line.Until ? undefined : `${formatDate(line.From)} to ${formatLastDay(line.Until)}`;
  const each =
    line.UnitCost && `${Math.abs(line.Quantity).toLocaleString("en-GB")} × ${formatUnitPrice(line.UnitCost, currency)}`;
  return [{ label: line.Description, detail: [each, days].filter(Boolean).join(" · "), amount: line.Amount }];
}

function ComingPeriods({ proposal }: { proposal: WireProposal }) {
  return (
    <details className="group">
      <summary className="flex min-h-6 w-fit items-center gap-1 rounded-control text-accent-text hover:underline">
        <Icon name="chevronRight" size={14} className="transition-transform group-open:rotate-90" />
        {proposal.Upcoming.length === 1 ? "Next charge" : `Next ${proposal.Upcoming.length} charges`}
      </summary>
      <table className="mt-2 w-full">
        <thead>
          <tr className="text-left">
            <th className="py-1 font-medium">Charged on</th>
            <th className="py-1 text-right font-medium">Net</th>
            <th className="py-1 text-right font-medium">With VAT</th>
          </tr>
        </thead>
        <tbody>
          {proposal.Upcoming.map(
            (period) =>
              period.Totals && (
                <tr key={period.From + period.Until} className="border-t border-line">
                  <td className="py-1">{formatDate(period.DueOn)}</td>
                  <td className="py-1 text-right text-ink">
                    <MoneyText value={period.Totals.Net} />
                  </td>
                  <td className="py-1 text-right text-ink">
                    <MoneyText value={period.Totals.Gross} />
                  </td>
                </tr>
              ),
          )}
        </tbody>
      </table>
    </details>
  );
}

/** What a customer's own people are told of money: their prices, never the reseller's costs. */
function SaleCard({ sale: { Now, Upcoming, Renewals, Commitment } }: { sale: NonNullable<WireProposal["Sale"]> }) {
  const coming = Upcoming.map(({ Net, ...each }) => ({ ...each, Totals: { Net, Vat: [], Gross: Net } }));
  return (
    <PriceBreakdown
      title="What you pay"
      lines={[]}
      now={Now}
      each={eachOf(groupComing(coming), Renewals)}
      commitment={Commitment ? { amount: Commitment.Net, until: formatLastDay(Commitment.Until) } : undefined}
      note="All amounts are without VAT."
    />
  );
}

/** How long a line binds, and what happens then. */
function boundWords({ Quantity, TermUntil, TermEnd }: WireProposal["After"][number]): string {
  if (Quantity === 0) return "Ends";
  if (TermUntil === null) return "Not committed to a term";
  const then = {
    renew:
      TermEnd.Quantity === null ? "then it renews" : `then it renews with ${TermEnd.Quantity.toLocaleString("en-GB")}`,
    extend: "then it runs on by the day",
    cancel: "then it ends",
  };
  return `Committed until ${formatLastDay(TermUntil)}, ${then[TermEnd.Outcome]}`;
}

/** Shows the outcome, how long it binds, and until when it can be undone, if prices are hidden. */
function WithoutPrices({ proposal, stale }: { proposal: WireProposal; stale?: boolean }) {
  return (
    <section
      aria-label="What you get"
      aria-busy={stale || undefined}
      className="rounded-card border border-line bg-surface"
    >
      <div className="grid gap-3 px-5 py-5">
        <h2 className="flex items-center justify-between gap-3 text-md">
          What you get
          {stale && <Spinner className="text-muted" />}
        </h2>
        <ul className="grid gap-2">
          {proposal.After.map((each) => (
            <li key={each.Key} className="flex justify-between gap-4">
              <span className="grid min-w-0">
                <span className="wrap-anywhere">{each.Name}</span>
                <span className="text-sm text-muted">{boundWords(each)}</span>
              </span>
              <span className="figures">{each.Quantity.toLocaleString("en-GB")}</span>
            </li>
          ))}
        </ul>
      </div>
      {proposal.UndoUntil && (
        <p className="flex items-start gap-2 rounded-b-card border-t border-line bg-info-soft px-5 py-3 text-sm">
          <Icon name="clock" className="mt-0.5 text-info" />
          <span>
            {isForGood(proposal) ? "Can be returned until" : "Can be undone until"}{" "}
            <strong className="font-medium">{formatDateTime(proposal.UndoUntil)}</strong>
          </span>
        </p>
      )}
    </section>
  );
}

/** Lists the findings to know before ordering, the blocking ones first. */
export function Findings({ findings }: { findings: WireProposal["Findings"] }) {
  // Several lines often produce the same sentence.
  const told = new Map(findings.map((finding) => [finding.Code + finding.Text, finding]));
  const shown = [...told.values()].filter((finding) => finding.Code !== "policy");
  if (shown.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {shown
        .toSorted((a, b) => Number(b.Blocks) - Number(a.Blocks))
        .map((finding) => (
          <li
            key={finding.Code + finding.Text}
            className={`flex items-start gap-2.5 rounded-control border px-3.5 py-2.5 text-sm ${
              finding.Blocks ? "border-danger/30 bg-danger-soft" : "border-line bg-surface"
            }`}
          >
            <Icon
              name={finding.Blocks ? "alert" : "info"}
              className={`mt-0.5 ${finding.Blocks ? "text-danger" : "text-muted"}`}
            />
            <span>
              {finding.Text}
              {finding.AgreementId !== null && <ReviewLink agreementId={finding.AgreementId} />}
            </span>
          </li>
        ))}
    </ul>
  );
}

/** Opens a new tab, so that no answers here are lost; on return the proposal is requested again. */
function ReviewLink({ agreementId }: { agreementId: string }) {
  return (
    <a
      href={reviewAddress(agreementId)}
      target="_blank"
      rel="noopener"
      className="mt-1 flex w-fit items-center gap-1.5 rounded-control font-medium text-accent-text hover:underline"
    >
      Review and sign
      <Icon name="external" size={14} />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}

/** Shows what a phone keeps in view: the immediate charge, and `all` what follows and stays of it. */
export function ProposalSummary({ state, all }: { state: ProposalState; all?: boolean }) {
  const { proposal, refusal, stale } = state;
  if (refusal) return <p className="text-danger">This cannot be ordered.</p>;
  const gross = proposal?.ChargeNow?.Gross;
  if (!gross)
    return proposal?.Sale ? (
      <p className="flex flex-wrap items-baseline justify-between gap-x-4" aria-busy={stale || undefined}>
        <span className="text-muted">Charge now, net</span>
        <strong className="figures text-md font-semibold">{formatMoney(proposal.Sale.Now)}</strong>
      </p>
    ) : null;
  const owed = gross.Minor.startsWith("-");
  const then = groupComing(proposal.Upcoming).filter(({ same }) => same);
  return (
    <div aria-busy={stale || undefined}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-muted">{owed ? "Credit now, with VAT" : "Total now, with VAT"}</span>
        <strong className="figures text-md font-semibold">{formatMoney(gross)}</strong>
      </p>
      {all && (
        <p className="figures text-sm text-muted">
          {[
            ...then.map(({ period, net }) => `${formatMoney(net)} ${periodWords(period)}`),
            ...(proposal.Margin ? [`margin ${formatMoney(proposal.Margin.Margin)}`] : []),
          ].join(" · ")}
        </p>
      )}
    </div>
  );
}
