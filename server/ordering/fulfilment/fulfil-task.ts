import type { FulfilLine, FulfilTask, TermEnd as ProviderTermEnd } from "@tradewind/vendors/fulfiller.ts";
import type { TermEnd } from "@tradewind/domain/pricing/pricing-types.ts";
import type { Work } from "./fulfil.store.ts";

type OfferRef = { offer_ref: string; term: FulfilLine["term"]; billing: FulfilLine["billing"] };

/** A stored order as the piece of work its provider gets. `offers` holds what scheduled changes of offer name. */
export function toTask({ order, lines }: Work, offers: ReadonlyMap<string, OfferRef>): FulfilTask {
  const details = { ...(order.instance_details as object), ...(order.details as Record<string, unknown>) } as Record<
    string,
    unknown
  >;
  const common = {
    key: order.id,
    customer: customerOf(order, details),
    details: { ...details, ...agreementOf(details), ...backupContactOf(details) },
  };
  const plain = lines.map(lineOf);
  if (order.task === "schedule") {
    return {
      ...common,
      kind: "schedule",
      lines: lines.map((line) => ({
        ...lineOf(line),
        quantity: line.present_quantity,
        termEnd: termEndOf(line, offers),
      })),
    };
  }
  return { ...common, kind: order.task, lines: plain };
}

const lineOf = (line: Work["lines"][number]): FulfilLine => ({
  key: line.subscription_id,
  vendorRef: line.vendor_ref,
  offerRef: line.offer_ref,
  name: line.name,
  quantity: line.quantity,
  term: line.term,
  billing: line.billing,
});

function termEndOf(line: Work["lines"][number], offers: ReadonlyMap<string, OfferRef>): ProviderTermEnd {
  const wish = line.term_end as TermEnd;
  const present = { offerRef: line.offer_ref, term: line.term, billing: line.billing };
  if (wish.outcome === "cancel") return { outcome: "cancel", quantity: line.present_quantity, ...present };
  const next = wish.offerId === null ? undefined : offers.get(wish.offerId);
  return {
    outcome: "renew",
    quantity: wish.quantity ?? line.present_quantity,
    ...(next ? { offerRef: next.offer_ref, term: next.term, billing: next.billing } : present),
  };
}

const text = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : null;

/** The customer, filled up with what the journey asked for because the customer's card lacked it. */
function customerOf(order: Work["order"], details: Record<string, unknown>): FulfilTask["customer"] {
  const line1 = order.address1 ?? text(details["Address1"]);
  const city = order.town_city ?? text(details["TownCity"]);
  const postcode = order.post_code ?? text(details["PostCode"]);
  const email = order.contact_email ?? text(details["AgreementEmail"]);
  const name = order.contact_name ?? text(details["AgreementName"]);
  const [firstName = "", ...rest] = (name ?? "").split(" ");
  return {
    id: order.customer_id,
    name: order.customer_name,
    domain: order.domain,
    address:
      line1 && city && postcode
        ? { line1, line2: order.address2, city, region: order.county, postcode, country: order.country }
        : null,
    contact: email && name ? { firstName, lastName: rest.join(" ") || firstName, email, phone: order.telephone } : null,
    tenantRef: order.tenant_ref,
  };
}

/** Whom the backup's vendor writes to; left out where that is the customer's own contact. */
function backupContactOf(details: Record<string, unknown>) {
  const [name, email] = [text(details["BackupContactName"]), text(details["BackupContactEmail"])];
  if (!name || !email || details["UseCustomerContact"] === true) return {};
  const [firstName = name, ...rest] = name.split(" ");
  return { backupContact: { firstName, lastName: rest.join(" ") || firstName, email } };
}

/** Who at the customer accepted Microsoft's own agreement, and when, as the connector takes it. */
function agreementOf(details: Record<string, unknown>) {
  const [name, email, agreedOn] = [
    text(details["AgreementName"]),
    text(details["AgreementEmail"]),
    text(details["AgreementDate"]),
  ];
  if (!name || !email || !agreedOn) return {};
  const [firstName = name, ...rest] = name.split(" ");
  const domain = text(details["MicrosoftDomain"]);
  return {
    customerAgreement: { firstName, lastName: rest.join(" ") || firstName, email, agreedOn },
    ...(domain ? { microsoftDomain: domain } : {}),
  };
}
