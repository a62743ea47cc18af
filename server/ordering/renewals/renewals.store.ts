import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { renewalMonths, type renewals } from "@tradewind/contract/ordering/renewals.ts";
import type { TermEnd } from "@tradewind/domain/pricing/pricing-types.ts";
import { billingMonths, termMonths } from "@tradewind/domain/pricing/terms.ts";
import { addDays, addMonths, monthOf } from "@tradewind/domain/values/dates.ts";
import { sql, type SqlBool } from "kysely";
import { searchedCustomers } from "../../customers/customers/customers.store.ts";
import { boundsOf, seesPrices, type TenantActor } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import type { Download, Exports } from "../../platform/exports.ts";
import { ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";
import { wordsMatch, planWithValues } from "../../platform/sql.ts";

export const pageSize = 50;
export type RenewalFilter = InputOf<typeof renewals.csv>["query"] & { today: string };
type After = { on: string; id: string } | undefined;

/** Months in a period or a term; a term without an end counts as one. */
const monthsIn = (column: "n.term" | "n.billing") =>
  sql`(case ${sql.ref(column)} ${sql.join(
    Object.entries({ ...termMonths, ...billingMonths }).flatMap(([word, months]) =>
      months === null ? [] : [sql`when ${sql.lit(word)} then ${sql.lit(months)}`],
    ),
    sql` `,
  )} else 1 end)`;

const outcome = sql<TermEnd["outcome"]>`(s.term_end ->> 'outcome')`;
const nextQuantity = sql<number>`coalesce((s.term_end ->> 'quantity')::int, s.quantity)`;
/** What a period costs in pence after the day; null if it ends or has no price. */
const nextMinor = sql<string | null>`round(price.cost * ${nextQuantity} * 100)`;
/** The coming term in all: by its length, or to the day that it shares with others, counted as `nextAnchorDay` says. */
const committedMinor = sql<string | null>`case when s.term_end ->> 'until' is null
  then round(${nextMinor} * greatest(${monthsIn("n.term")}::numeric / ${monthsIn("n.billing")}, 1))
  else term_cost(${nextMinor}, ${monthsIn("n.billing")},
    case when month_on(s.term_until, 0, s.anchor_day) = s.term_until then s.anchor_day else extract(day from s.term_until)::int end,
    s.term_until, (s.term_end ->> 'until')::date) end`;

/** The day on which a term ends. */
const endsOn = sql<string>`e.day`;

/**
 * Selects running subscriptions whose term ends, as far as a filter finds them, with what follows and its price then. A
 * term of a month that goes on comes up again each month, which is told where months are looked at.
 */
const ending = (
  db: Db,
  scope: Scope,
  { Search, Within, Month, Outcome, Choice, Terms, today }: RenewalFilter,
  byMonth = Month !== undefined,
) =>
  db
    .selectFrom("subscriptions as s")
    .innerJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "s.reseller_id").onRef("c.id", "=", "s.customer_id"),
    )
    .innerJoin("offers as o", "o.id", "s.offer_id")
    .innerJoin("products as p", "p.id", "s.product_id")
    .leftJoin("intents as i", (join) =>
      join
        .onRef("i.reseller_id", "=", "s.reseller_id")
        .onRef("i.subscription_id", "=", "s.id")
        .on("i.kind", "=", "termEnd")
        .on("i.closed_at", "is", null),
    )
    .leftJoin("intents as b", (join) =>
      join
        .onRef("b.reseller_id", "=", "s.reseller_id")
        .onRef("b.subscription_id", "=", "s.id")
        .on("b.kind", "=", "billing")
        .on("b.closed_at", "is", null),
    )
    .leftJoin("offers as n", (join) =>
      join.on(
        sql<SqlBool>`n.id = case when ${outcome} <> 'cancel' then coalesce(s.term_end ->> 'offerId', b.wish ->> 'offerId', s.offer_id) end`,
      ),
    )
    .innerJoinLateral(
      sql<{ day: string }>`(${
        Terms === "long" || !byMonth
          ? sql`select s.term_until as day`
          : sql`select case k when 0 then s.term_until else month_on(s.term_until, k, s.anchor_day) end as day from generate_series(0, case
              when s.term = 'P1M' and n.term = 'P1M' and ${outcome} = 'renew' and s.term_end ->> 'until' is null
              then ${renewalMonths} else 0 end) k`
      })`.as("e"),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      sql<{ cost: string }>`(
        select x.cost from prices x join price_lists l on l.id = x.price_list_id
        where x.offer_id = n.id and l.currency = s.currency and l.published and l.from_date <= ${endsOn}
        order by l.from_date desc, l.import_id nulls last limit 1)`.as("price"),
      (join) => join.onTrue(),
    )
    .where("s.reseller_id", "=", scope.resellerId)
    .where(ofOwnCustomer(scope, "s.customer_id"))
    .where(ofOwnProduct(scope, "s.product_id"))
    .where("s.status", "=", sql.lit("active" as const))
    .where("s.term_until", "is not", null)
    .where("s.term_until", ">", today)
    .$if(Within !== undefined, (query) => query.where("s.term_until", "<=", addDays(today, Number(Within))))
    .$if(Month !== undefined, (query) => query.where(endsOn, ">=", Month!).where(endsOn, "<", addMonths(Month!, 1)))
    .$if(Outcome !== undefined, (query) => query.where(sql<SqlBool>`${outcome} = ${sql.lit(Outcome!)}`))
    .$if(Choice === "made", (query) => query.where("i.set_by", "is not", null))
    .$if(Choice === "missing", (query) => query.where("i.set_by", "is", null))
    .$if(Terms === "long", (query) => query.where("s.term", "<>", sql.lit("P1M" as const)))
    .$if(Search !== "", (query) =>
      query.where("s.customer_id", "in", searchedCustomers(db, scope).where(wordsMatch("words", Search)).select("id")),
    );

/** Lists a page after `after`, by day and key, plus one more row. */
export function listRenewals(db: Db, scope: Scope, filter: RenewalFilter, after: After) {
  const page = ending(db, scope, filter)
    .select([
      "s.id",
      "s.customer_id",
      "c.name as customer_name",
      "s.instance_id",
      "p.name as product_name",
      "s.name",
      "o.unit",
      "s.quantity",
      "s.currency",
      "s.billing",
      "s.policy_ids",
      "s.term_end",
      endsOn.as("term_until"),
      "i.set_by",
      "n.term as next_term",
      "n.billing as next_billing",
      nextQuantity.as("next_quantity"),
      sql<string>`round(s.unit_cost * s.quantity * 100)`.as("now_minor"),
      nextMinor.as("next_minor"),
      committedMinor.as("committed_minor"),
    ])
    .$if(after !== undefined, (query) =>
      query.where(sql<SqlBool>`(${endsOn}, s.id) > (${after!.on}::date, ${after!.id}::uuid)`),
    )
    .orderBy(endsOn)
    .orderBy("s.id")
    .limit(pageSize + 1);
  return planWithValues(db, filter.Search !== "", () => page.execute());
}
export type RenewalRow = Awaited<ReturnType<typeof listRenewals>>[number];

/** Sums each of the coming months, the present one first. */
export async function sumRenewalMonths(db: Db, scope: Scope, filter: RenewalFilter) {
  const { from } = monthOf(filter.today);
  const after = addMonths(from, renewalMonths);
  const rows = await ending(db, scope, filter, true)
    .where(endsOn, "<", after)
    .select([
      sql<string>`date_trunc('month', ${endsOn})::date`.as("month"),
      sql<number>`count(*)::int`.as("count"),
      sql<number>`(count(*) filter (where i.set_by is null))::int`.as("missing"),
      sql<string>`coalesce(sum(${committedMinor}), 0)`.as("committed_minor"),
    ])
    .groupBy(sql`1`)
    .execute();
  const byMonth = new Map(rows.map((row) => [row.month, row]));
  return Array.from({ length: renewalMonths }, (_, at) => {
    const month = addMonths(from, at);
    return byMonth.get(month) ?? { month, count: 0, missing: 0, committed_minor: "0" };
  });
}

/** What a mail is about: long terms that end within a month, of which nobody has chosen what happens then. */
export const ahead = { Within: "30", Choice: "missing", Terms: "long" } as const;

/** Lists the first of a reseller's subscriptions that a mail is about, each with how many there are. */
export const listAhead = (db: Db, resellerId: string, today: string, most: number) =>
  ending(db, { resellerId, customerId: null }, { ...ahead, Search: "", today })
    .select(["s.name", "c.name as customer_name", sql<string>`s.term_until`.as("term_until")])
    .select(sql<number>`(count(*) over ())::int`.as("count"))
    .orderBy("s.term_until")
    .orderBy("s.id")
    .limit(most)
    .execute();

/** Streams what a filter finds as rows of a file, with amounts for who may see them. */
export const streamRenewals = (exports: Exports, actor: TenantActor, filter: RenewalFilter): Promise<Download> =>
  exports.stream(boundsOf(actor), (db) =>
    ending(db, actor, filter)
      .innerJoin("policies as t", (join) => join.on(sql<SqlBool>`t.id = s.policy_ids ->> 'termEnd'`))
      .select([
        sql`csv_text(c.name)`.as("Customer"),
        sql`csv_text(p.name)`.as("Product"),
        sql`csv_text(s.name)`.as("Subscription"),
        sql`to_char(${endsOn}, 'YYYY-MM-DD')`.as("Term ends before"),
        sql`s.quantity`.as("Units"),
        sql`case ${outcome} when 'cancel' then 'Ends' when 'extend' then 'Runs on by the day' else 'Renews' end`.as(
          "What",
        ),
        sql`case when ${outcome} <> 'cancel' then ${nextQuantity} end`.as("Units then"),
        sql`csv_text(coalesce(i.set_by, ''))`.as("Chosen by"),
        sql`to_char(${endsOn}::timestamp - make_interval(hours => (t.value ->> 'lockHours')::int), 'YYYY-MM-DD HH24:MI')`.as(
          "Choose until (UTC)",
        ),
      ])
      .$if(seesPrices(actor), (query) =>
        query.select([
          sql`s.currency`.as("Currency"),
          sql`round(s.unit_cost * s.quantity, 2)`.as("Cost of a period"),
          sql`round(${nextMinor} / 100, 2)`.as("Cost of a period then"),
          sql`round(${committedMinor} / 100, 2)`.as("Cost of the coming term"),
        ]),
      )
      .orderBy(endsOn)
      .orderBy("s.id"),
  );
