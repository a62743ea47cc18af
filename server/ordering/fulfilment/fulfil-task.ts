import type { FulfilLine, FulfilTask, TermEnd as ProviderTermEnd } from "@tradewind/vendors/vendor.ts";
import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import { isShortened } from "@tradewind/domain/pricing/terms.ts";
import type { Work } from "./fulfil.store.ts";

type OfferRef = { offer_ref: string; term: FulfilLine["term"]; billing: FulfilLine["billing"] };

/** Turns what is at work of a stored order into the provider's task. `offers` holds the offers of scheduled changes. */
export function toTask(
  resellerId: string,
  work: Work,
  offers: ReadonlyMap<string, OfferRef>,
  today: CalendarDate,
): FulfilTask {
  const { order } = work;
  const lines = work.lines.filter((line) => line.state === "working");
  const common = {
    key: order.id,
    resellerId,
    customer: customerOf(order),
    today,
    details: { ...order.instance_details, ...order.details },
  };
  if (order.task === "upgrade") {
    const byId = new Map(work.lines.map((line) => [line.subscription_id, line]));
    return {
      ...common,
      kind: "upgrade",
      since: order.tried_at.toISOString(),
      lines: lines.flatMap((line) => {
        const source = byId.get(line.from_subscription_id ?? "");
        if (!source) return [];
        const isWhole = source === line;
        const left = isWhole ? 0 : source.quantity;
        return { ...lineOf(line), from: { vendorRef: source.vendor_ref, quantity: left }, moved: line.moved! };
      }),
    };
  }
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
  if (order.task === "add")
    return { ...common, kind: "add", lines: lines.map((line) => ({ ...lineOf(line), ...earlyEnd(line) })) };
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
  attributes: line.attributes,
  ...(line.people.length > 0 ? { people: line.people } : {}),
  ...(line.parent_id === null ? {} : { parent: { key: line.parent_id, vendorRef: line.parent_ref } }),
});

/** Says when a term that was begun with the line ends, if that is earlier than by its length. */
const earlyEnd = (line: Work["lines"][number]) =>
  line.term_until !== null && isShortened(termOf(line)) ? { termUntil: line.term_until } : {};

const termOf = ({
  term,
  billing,
  term_from: termFrom,
  term_until: termUntil,
  anchor_day: anchorDay,
}: Work["lines"][number]) => ({
  term,
  billing,
  termFrom,
  termUntil,
  anchorDay,
});

function termEndOf(line: Work["lines"][number], offers: ReadonlyMap<string, OfferRef>): ProviderTermEnd {
  const wish = line.term_end;
  const present = { offerRef: line.offer_ref, term: line.term, billing: line.billing };
  if (wish.outcome !== "renew") return { outcome: wish.outcome, quantity: line.present_quantity, ...present };
  const next = wish.offerId === null ? undefined : offers.get(wish.offerId);
  return {
    outcome: "renew",
    quantity: wish.quantity ?? line.present_quantity,
    ...(wish.until ? { until: wish.until } : {}),
    ...(next ? { offerRef: next.offer_ref, term: next.term, billing: next.billing } : present),
  };
}

function customerOf(order: Work["order"]): FulfilTask["customer"] {
  const { address1: line1, town_city: city, post_code: postcode, contact_name: name, contact_email: email } = order;
  return {
    id: order.customer_id,
    name: order.customer_name,
    domain: order.domain,
    country: order.country,
    address: line1 && city && postcode ? { line1, line2: order.address2, city, region: order.county, postcode } : null,
    contact: email && name ? { ...inParts(name), email, phone: order.telephone } : null,
    tenantRef: order.tenant_ref,
  };
}

function inParts(name: string) {
  const [firstName = name, ...rest] = name.split(" ");
  return { firstName, lastName: rest.join(" ") || firstName };
}
