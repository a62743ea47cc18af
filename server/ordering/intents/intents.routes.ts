import { intentWords, scheduledWords } from "@tradewind/contract/ordering/intent-words.ts";
import { everyIntent, intents } from "@tradewind/contract/ordering/intents.ts";
import { lastMoment, wishKindOf, type OpenIntentState } from "@tradewind/domain/ordering/intents.ts";
import { termEndPolicy, type Policies } from "@tradewind/domain/pricing/policies.ts";
import { loadPolicies } from "../../catalogue/offers/offers.store.ts";
import type { Actor } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer } from "../../platform/http.ts";
import { readNextSums } from "../subscriptions/next-sums.store.ts";
import {
  listEveryScheduled,
  listScheduled,
  pageSize,
  streamScheduled,
  type ScheduledFilter,
  type ScheduledRow,
} from "./scheduled.store.ts";

const filterOf = (query: Omit<ScheduledFilter, "today">, now: Date): ScheduledFilter => ({
  ...query,
  today: now.toISOString().slice(0, 10),
});

const afterOf = (cursor: string | undefined) => readCursor(cursor, ["on", "id"]);
const pageTo = <Row extends ScheduledRow>(rows: Row[]) =>
  pageOf(rows, pageSize, (last) => ({ on: last.counts_from, id: last.id }));

function toWire(row: ScheduledRow, policies: Policies, sums: Awaited<ReturnType<typeof readNextSums>>) {
  const last = lastMoment(row.counts_from, termEndPolicy(policies, row.policy_ids).lockHours);
  return {
    Id: row.id,
    CustomerId: row.customer_id,
    CustomerName: row.customer_name,
    InstanceId: row.instance_id,
    ProductName: row.product_name,
    Name: row.name,
    VendorName: row.vendor_name,
    Kind: wishKindOf(row.wish),
    Text: scheduledWords(row.wish, row.unit),
    On: row.counts_from,
    SetBy: row.set_by,
    SetAt: row.set_at.toISOString(),
    State: row.state as OpenIntentState,
    StateText: intentWords({
      state: row.state,
      vendor: row.vendor_name,
      since: row.since.toISOString(),
      last,
      isSuspended: row.status === "suspended",
    }),
    Until: last,
    Then: (wishKindOf(row.wish) === "billing" ? undefined : sums.get(row.subscription_id)) ?? null,
  };
}

/** Reads what follows the terms that are about to end. */
const readSums = (db: Db, actor: Actor, page: readonly ScheduledRow[]) =>
  readNextSums(
    db,
    actor,
    page.filter(({ wish }) => wishKindOf(wish) !== "billing").map((row) => ({ ...row, id: row.subscription_id })),
  );

export const intentsRoutes = [
  answer(intents.list, async ({ db, actor, now }, { query: { After, ...query } }) => {
    const [rows, policies] = await Promise.all([
      listScheduled(db, actor, filterOf(query, now), afterOf(After)),
      loadPolicies(db),
    ]);
    const { page, next } = pageTo(rows);
    const sums = await readSums(db, actor, page);
    return { Items: page.map((row) => toWire(row, policies, sums)), Next: next };
  }),
  answer(intents.csv, ({ actor, now, platform }, { query }) => ({
    file: () => streamScheduled(platform.exports, actor, filterOf(query, now)),
    name: "scheduled.csv",
  })),
  answer(everyIntent.list, async ({ db, actor, now }, { query: { After, ...query } }) => {
    const [rows, policies] = await Promise.all([
      listEveryScheduled(db, filterOf(query, now), afterOf(After)),
      loadPolicies(db),
    ]);
    const { page, next } = pageTo(rows);
    const sums = await readSums(db, actor, page);
    return {
      Items: page.map((row) => ({ ...toWire(row, policies, sums), ResellerName: row.reseller_name })),
      Next: next,
    };
  }),
];
