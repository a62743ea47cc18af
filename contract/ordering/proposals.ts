/** Converts proposals and subscriptions from the domain to the wire. */
import { formatDate, formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { format, type Money, type Currency } from "@tradewind/domain/values/money.ts";
import type {
  Billing,
  Finding,
  Lot,
  Proposal,
  Subscription,
  TermEnd,
} from "@tradewind/domain/pricing/pricing-types.ts";
import type { Totals } from "@tradewind/domain/billing/vat.ts";
import type { Instant } from "@tradewind/domain/values/dates.ts";
import type { WireMoney } from "../endpoint.ts";
import { answersInWords } from "./attribute-words.ts";
import type { JourneyField } from "./journey-fields.ts";
import type { WireProposal } from "./orders.ts";
import type { AtVendor, CurrentSubscription, Standing } from "./subscriptions.ts";

export const toWireMoney = (amount: Money): WireMoney => ({ Minor: String(amount.minor), Currency: amount.currency });

const toWireTotals = (totals: Totals) => ({
  Net: toWireMoney(totals.net),
  Vat: totals.vat.map((each) => ({
    Category: each.category,
    Percent: each.percent,
    Net: toWireMoney(each.net),
    Vat: toWireMoney(each.vat),
  })),
  Gross: toWireMoney(totals.gross),
});

export const toWireTermEnd = (termEnd: TermEnd) =>
  termEnd.outcome === "renew"
    ? {
        Outcome: termEnd.outcome,
        OfferId: termEnd.offerId,
        Quantity: termEnd.quantity,
        Until: termEnd.until ?? null,
      }
    : { Outcome: termEnd.outcome, OfferId: null, Quantity: null, Until: null };

export const toWireRenewals = ({ renewals }: Proposal) =>
  renewals.map(({ from, billing, amount }) => ({ From: from, Billing: billing, Net: toWireMoney(amount) }));

/** Converts a proposal to the wire. Without `seesPrices` all amounts are removed from the answer, not just hidden. */
export function toWireProposal(
  proposal: Proposal,
  hash: string,
  currency: Currency,
  seesPrices: boolean,
): WireProposal {
  const priced = <T>(value: T): T | null => (seesPrices ? value : null);
  return {
    Hash: hash,
    Currency: currency,
    ChargeNow: priced(toWireTotals(proposal.chargeNow)),
    Lines: proposal.chargeRows.map((row) => ({
      Key: row.subscriptionKey,
      OfferId: row.offerId,
      Description: row.description,
      Kind: row.kind,
      From: row.periodFrom,
      Until: row.periodUntil,
      DueOn: row.dueOn,
      Quantity: row.quantity,
      UnitCost: priced(row.unitCost),
      Amount: priced(toWireMoney(row.amount)),
      PolicyId: row.policyId,
    })),
    Upcoming: proposal.upcoming.map((each) => ({
      From: each.from,
      Until: each.until,
      DueOn: each.dueOn,
      Totals: priced(toWireTotals(each)),
    })),
    Renewals: priced(toWireRenewals(proposal)),
    Margin:
      proposal.marginTotal &&
      priced({
        Cost: toWireMoney(proposal.marginTotal.cost),
        CustomerPrice: toWireMoney(proposal.marginTotal.customerPrice),
        Margin: toWireMoney(proposal.marginTotal.margin),
      }),
    Commitment:
      proposal.commitment && priced({ Net: toWireMoney(proposal.commitment.amount), Until: proposal.commitment.until }),
    UndoUntil: proposal.undoUntil,
    After: proposal.subscriptions.map((each) => ({
      Key: each.key,
      Name: each.name,
      Quantity: each.quantity,
      TermUntil: each.termUntil,
      TermEnd: toWireTermEnd(each.termEnd),
    })),
    Findings: proposal.findings.map((finding) => ({
      Code: finding.code,
      Blocks: finding.blocks,
      Text: findingText(finding, seesPrices),
      AgreementId: finding.code === "agreementMissing" ? finding.agreementId : null,
    })),
  };
}

const billedWords = {
  monthly: "each month",
  annual: "once a year",
  triennial: "once in three years",
  daily: "by the day",
  once: "once",
} as const satisfies Record<Billing, string>;

function findingText(finding: Finding, seesPrices: boolean): string {
  switch (finding.code) {
    case "agreementMissing":
      return "The agreement for this product must be signed before it can be ordered.";
    case "alreadySubscribed":
      return "The customer already has this product; this adds a second subscription.";
    case "scheduleStays":
      return "What is scheduled for the end of the term stays as it is.";
    case "committedUntilTermEnd":
      return `Once the time to give it back has passed, this is committed until ${formatLastDay(finding.termUntil)}.`;
    case "final": {
      const paid =
        finding.charges === 1
          ? `one charge of ${format(finding.all)}`
          : `${finding.charges} charges of ${format(finding.each)}, ${format(finding.all)} in all`;
      return `This is final: it cannot be cancelled or reduced before ${formatLastDay(finding.termUntil)}.${seesPrices ? ` That is ${paid}, net.` : ""}`;
    }
    case "accessEndsAtOnce":
      return "Access ends at once and the data may be lost.";
    case "termShortened":
      return `The term from ${formatDate(finding.from)} ends early, on ${formatLastDay(finding.until)}, and is charged by its days. Those after it are whole.`;
    case "extendedByTheDay":
      return `From ${formatDate(finding.from)} it runs on without a commitment and is charged by the day${seesPrices ? `, ${format(finding.monthly)} for a whole month` : ""}, until it is cancelled or gets a new term.`;
    case "addOnsRunOn":
      return `${finding.names.join(" and ")} ${finding.names.length === 1 ? "renews by itself and is billed on, though what it belongs to" : "renew by themselves and are billed on, though what they belong to"} has ended. End ${finding.names.length === 1 ? "it" : "them"} as well unless still needed.`;
    case "billedOtherwise":
      return `From ${formatDate(finding.from)} it is billed ${billedWords[finding.billing]}${seesPrices ? `, ${format(finding.whole)} for a whole period` : ""}; what is left of the term by its days. The commitment stays as it is.`;
    case "upgradeStays":
      return "An upgrade cannot be turned back. The time to give units back stays that of those they come from.";
    case "backordered":
      return finding.inStock === 0
        ? `${finding.name} is not in stock at present: all ${finding.quantity} follow as they come in.`
        : `${finding.inStock} of ${finding.quantity} × ${finding.name} are in stock: the other ${finding.quantity - finding.inStock} follow as they come in.`;
    case "accessGiven":
      return finding.count === 1
        ? `One person gets ${finding.name}. The number that is paid for stays the same.`
        : `${finding.count} people get ${finding.name}. The number that is paid for stays the same.`;
    case "accessTaken":
      return finding.count === 1
        ? `One person loses ${finding.name} at once, and what they keep in it may be deleted. Save it first.`
        : `${finding.count} people lose ${finding.name} at once, and what they keep in it may be deleted. Save it first.`;
    case "policy":
      return `By rule ${finding.policyId}.`;
  }
}

/** A question that an offer asks of each line. */
export type AskedOfLine = { field: JourneyField; isEditable: boolean };

/** What somebody may see: what a reseller pays, and what its customer does. */
export type Sees = { costs: boolean; sales: boolean };

/** Converts how a subscription stood at a moment. */
export const toStanding = (subscription: Subscription, attributes: readonly AskedOfLine[], sees: Sees): Standing => ({
  Name: subscription.name,
  Term: subscription.term,
  Billing: subscription.billing,
  Quantity: subscription.quantity,
  Status: subscription.status,
  UnitCost: sees.costs ? subscription.unitCost : null,
  CustomerPrice: sees.sales ? subscription.customerPrice : null,
  TermFrom: subscription.termFrom,
  TermUntil: subscription.termUntil,
  TermEnd: toWireTermEnd(subscription.termEnd),
  Attributes: answersInWords(
    attributes.map(({ field }) => field),
    subscription.attributes,
  ),
});

/** Converts a subscription's present state. `open` says for each lot whether it can be undone now, `until` until when. */
export const toCurrentSubscription = (
  subscription: Subscription,
  {
    unit,
    atVendor,
    isExtendable,
    takesNewTerm,
    changesBilling,
    attributes,
    isUpgradable,
    upgradesWhole,
  }: {
    unit: string;
    atVendor: AtVendor;
    isExtendable: boolean;
    attributes: readonly AskedOfLine[];
    isUpgradable: boolean;
    upgradesWhole: boolean;
    takesNewTerm: boolean;
    /** Whether there is another billing of the same term that can begin before it ends. */
    changesBilling: boolean;
  },
  { open, until }: { open: (lot: Lot) => boolean; until: (lot: Lot) => Instant | null },
  sees: Sees,
): CurrentSubscription => ({
  ...toStanding(subscription, attributes, sees),
  Id: subscription.key,
  Sku: subscription.sku,
  OfferId: subscription.offerId,
  ParentId: subscription.parentKey,
  Unit: unit,
  AtVendor: atVendor,
  IsExtendable: isExtendable,
  IsUpgradable: isUpgradable,
  UpgradesWhole: upgradesWhole,
  TakesNewTerm: takesNewTerm,
  ChangesBilling: changesBilling && subscription.period !== null && subscription.period.until < subscription.termUntil!,
  NextOfferId: subscription.nextOfferId,
  PeriodFrom: subscription.period?.from ?? null,
  PeriodUntil: subscription.period?.until ?? null,
  Lots: subscription.lots.map((lot) => ({
    Quantity: lot.quantity,
    OpenedAt: lot.openedAt,
    RefundableUntil: until(lot),
    Open: open(lot),
  })),
  DispatchedAt: subscription.dispatchedAt,
  Editable: attributes
    .filter(({ isEditable }) => isEditable)
    .map(({ field }) => ({ ...field, Default: subscription.attributes[field.Name] ?? null })),
});
