import { scheduledWords } from "@tradewind/contract/ordering/intent-words.ts";
import { renewals } from "@tradewind/contract/ordering/renewals.ts";
import { lastMoment } from "@tradewind/domain/ordering/intents.ts";
import { termEndPolicy, type Policies } from "@tradewind/domain/pricing/policies.ts";
import { loadPolicies } from "../../catalogue/offers/offers.store.ts";
import { seesPrices, seesSpending, type TenantActor } from "../../platform/actor.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer } from "../../platform/http.ts";
import {
  listRenewals,
  pageSize,
  streamRenewals,
  sumRenewalMonths,
  type RenewalFilter,
  type RenewalRow,
} from "./renewals.store.ts";

function toWire(row: RenewalRow, policies: Policies, actor: TenantActor) {
  const amount = (minor: string | null) =>
    minor !== null && seesPrices(actor) ? { Minor: minor, Currency: row.currency } : null;
  return {
    Id: row.id,
    CustomerId: row.customer_id,
    CustomerName: row.customer_name,
    InstanceId: row.instance_id,
    ProductName: row.product_name,
    Name: row.name,
    Unit: row.unit,
    Quantity: row.quantity,
    On: row.term_until,
    Outcome: row.term_end.outcome,
    Text: scheduledWords(row.term_end, row.unit),
    SetBy: row.set_by,
    Until: lastMoment(row.term_until, termEndPolicy(policies, row.policy_ids).lockHours),
    Billing: row.billing,
    Next:
      row.next_term && row.next_billing
        ? { Term: row.next_term, Billing: row.next_billing, Quantity: row.next_quantity }
        : null,
    Now: amount(row.now_minor),
    Then: amount(row.next_minor),
    Committed: amount(row.committed_minor),
  };
}

export const renewalsRoutes = [
  answer(renewals.list, async ({ db, actor, today }, { query: { After, ...query } }) => {
    const [rows, policies] = await Promise.all([
      listRenewals(db, actor, { ...query, today }, readCursor(After, ["on", "id"])),
      loadPolicies(db),
    ]);
    const { page, next } = pageOf(rows, pageSize, (last) => ({ on: last.term_until, id: last.id }));
    return { Items: page.map((row) => toWire(row, policies, actor)), Next: next };
  }),
  answer(renewals.months, async ({ db, actor, today }, { query }) => ({
    Months: (await sumRenewalMonths(db, actor, { ...query, today })).map(
      ({ month, count, missing, committed_minor }) => ({
        Month: month,
        Count: count,
        Missing: missing,
        Committed: seesSpending(actor) ? { Minor: committed_minor, Currency: actor.currency } : null,
      }),
    ),
  })),
  answer(renewals.csv, ({ actor, today, platform }, { query }) => ({
    file: () => streamRenewals(platform.exports, actor, { ...query, today } satisfies RenewalFilter),
    name: "renewals.csv",
  })),
];
