import { dashboard } from "@tradewind/contract/dashboard.ts";
import type { WireMoney } from "@tradewind/contract/endpoint.ts";
import { formatDate } from "@tradewind/domain/date-formats.ts";
import { addDays, addMonths, monthOf } from "@tradewind/domain/dates.ts";
import { seesPrices } from "../../platform/actor.ts";
import { answer } from "../../platform/http.ts";
import { findAgreement } from "../agreements/agreements.store.ts";
import { countThings, listNeeds, listSpend, sumOverdue, type Need, type Spend } from "./dashboard.store.ts";

/** Days ahead in which the end of a term wants a decision. */
const soonDays = 30;
const mostNeeds = 8;

const links: Record<Need["kind"], (need: Need) => string> = {
  failedService: (need) => `/customers/customer/${need.customer_id}/services/${need.instance_id}`,
  renewal: (need) => `/customers/customer/${need.customer_id}/services/${need.instance_id}`,
  overdueInvoice: (need) => `/billing/invoice-detail/${need.id}`,
  unsignedAgreement: () => "/account-setting/service-agreements",
};
const titles: Record<Need["kind"], (title: string) => string> = {
  failedService: (title) => title,
  overdueInvoice: (title) => `Invoice ${title}`,
  unsignedAgreement: (title) => title,
  renewal: (title) => title,
};
const details: Record<Need["kind"], (need: Need) => string> = {
  failedService: (need) => need.detail ?? "The provider could not complete the change.",
  overdueInvoice: (need) => `Was due on ${formatDate(need.day!)}`,
  unsignedAgreement: () => "Not signed yet",
  renewal: (need) => `${need.detail === "cancel" ? "Ends" : "Renews"} on ${formatDate(need.day!)}`,
};
const urgency: readonly Need["kind"][] = ["failedService", "overdueInvoice", "unsignedAgreement", "renewal"];

const toNeed = (need: Need) => ({
  Kind: need.kind,
  Title: titles[need.kind](need.title),
  Detail: details[need.kind](need),
  Link: links[need.kind](need),
  Id: need.id,
});

/** Every month from the first with any spend to the present one; those without are nothing, not left out. */
function spendByMonth(rows: readonly Spend[], today: string, currency: WireMoney["Currency"]) {
  const months: { Month: string; Net: WireMoney }[] = [];
  const net = new Map(rows.map((row) => [row.month, row.net]));
  for (let day = `${rows[0]?.month ?? today.slice(0, 7)}-01`; day <= today; day = addMonths(day, 1)) {
    const month = day.slice(0, 7);
    months.push({ Month: month, Net: { Minor: String(net.get(month) ?? 0n), Currency: currency } });
  }
  return rows.length === 0 ? [] : months;
}

export const dashboardRoutes = [
  answer(dashboard.figures, async ({ actor, db, today }) => {
    // What is spent and owed is the whole company's.
    const prices = seesPrices(actor) && actor.restriction === null;
    const billing = actor.rights.has("billing") && (actor.kind === "reseller" || actor.kind === "engineer");
    const since = addMonths(monthOf(today).from, -11);
    const [counts, needs, agreement, spend, overdue] = await Promise.all([
      countThings(db, actor),
      listNeeds(db, actor, { today, soon: addDays(today, soonDays), billing }),
      actor.kind === "reseller" ? findAgreement(db, actor.resellerId, "general") : undefined,
      prices ? listSpend(db, actor.resellerId, since, today) : [],
      prices ? sumOverdue(db, actor.resellerId, today) : undefined,
    ]);
    const unsigned: Need[] =
      agreement?.signed_at === null
        ? [
            {
              kind: "unsignedAgreement",
              id: actor.resellerId,
              customer_id: null,
              instance_id: null,
              title: agreement.title,
              detail: null,
              day: null,
            },
          ]
        : [];
    const byMonth = spendByMonth(spend, today, actor.currency);
    const amount = (minor: bigint) => ({ Minor: String(minor), Currency: actor.currency });
    return {
      Customers: counts.customers,
      ActiveServices: counts.active,
      InProgress: counts.in_progress,
      Failed: counts.failed,
      SpendThisMonth: prices ? (byMonth.at(-1)?.Net ?? amount(0n)) : null,
      Overdue: overdue ? amount(overdue.balance) : null,
      OverdueInvoices: overdue?.count ?? 0,
      SpendByMonth: byMonth,
      NeedsYou: [...needs, ...unsigned]
        .toSorted((a, b) => urgency.indexOf(a.kind) - urgency.indexOf(b.kind))
        .slice(0, mostNeeds)
        .map(toNeed),
    };
  }),
];
