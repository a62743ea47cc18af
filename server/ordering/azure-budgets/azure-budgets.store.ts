import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import { viewNumber } from "@tradewind/domain/values/permissions.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type Owner = { resellerId: string; customerId: string };

/** What is known of a customer's Azure: undefined without a subscription. */
export async function findKnown(db: Db, { resellerId, customerId }: Owner) {
  const { rows } = await sql<{ product_id: string | null; currency: Currency | null; until: CalendarDate | null }>`
    select min(product_id) as product_id, min(currency) as currency, max(whole_until) as until
    from azure_subscriptions where reseller_id = ${resellerId} and customer_id = ${customerId}`.execute(db);
  const { product_id: productId, ...known } = rows[0]!;
  return productId === null ? undefined : { ...known, productId };
}

export async function findOfCustomer(db: Db, { resellerId, customerId }: Owner, subscriptionId: string) {
  const { rows } = await sql<{ name: string; currency: Currency | null }>`
    select name, currency from azure_subscriptions
    where reseller_id = ${resellerId} and customer_id = ${customerId} and id = ${subscriptionId}`.execute(db);
  return rows[0];
}

/** Lists budgets, all subscriptions of the customer first, with what the days of a month that are known in full come to. */
export async function listBudgets(db: Db, { resellerId, customerId }: Owner, month: CalendarDate) {
  const { rows } = await sql<{
    id: string;
    subscription_id: string | null;
    name: string | null;
    amount_minor: bigint;
    currency: Currency;
    steps: number[];
    told: string[];
    since: CalendarDate;
    version: number;
    spent_minor: bigint;
  }>`
    select b.id, b.subscription_id, n.name, b.amount_minor, b.currency, b.steps, b.told::text[] as told, b.since, b.version,
      coalesce((
        select round(sum(a.price) * 100) from azure_subscriptions s
          join azure_spend a on a.reseller_id = s.reseller_id and a.subscription_id = s.id
            and a.day >= ${month}::date and a.day < ${month}::date + interval '1 month' and a.day <= s.whole_until
        where s.reseller_id = b.reseller_id and s.customer_id = b.customer_id and s.currency = b.currency
          and (b.subscription_id is null or s.id = b.subscription_id)), 0)::bigint as spent_minor
    from azure_budgets b left join azure_subscriptions n on n.reseller_id = b.reseller_id and n.id = b.subscription_id
    where b.reseller_id = ${resellerId} and b.customer_id = ${customerId}
    order by n.name nulls first, b.id`.execute(db);
  return rows;
}

/**
 * Lists who can be told of a customer's budgets: its own people, and the reseller's who look after it; of these
 * memberships, or the first to choose from.
 */
export async function listTellable(
  db: Db,
  { resellerId, customerId }: Owner,
  productId: string,
  ids?: readonly string[],
) {
  const { rows } = await sql<{ id: string; name: string; of_customer: boolean }>`
    select m.id, m.name, m.customer_id is not null as of_customer from memberships m
    where m.reseller_id = ${resellerId} and m.status = 'Active' and m.kind in ('reseller', 'engineer', 'endUserAdmin')
      and (m.customer_id is null or (m.customer_id = ${customerId} and exists (
        select from resellers r where r.id = m.reseller_id and r.show_own_prices and not r.hide_pricing)))
      and ${viewNumber("customers")}::smallint = any(m.views)
      and (m.only_products is null or ${productId} = any(m.only_products))
      and (not m.only_customers or ${customerId}::uuid in (select customer_id from customers_of(m.reseller_id, m.id)))
      and (${ids === undefined} or m.id = any(${ids ?? []}::uuid[]))
    order by of_customer desc, m.name, m.id limit 200`.execute(db);
  return rows;
}

type Budget = Owner & {
  subscriptionId: string | null;
  productId: string;
  amountMinor: bigint;
  currency: Currency;
  steps: readonly number[];
  told: readonly string[];
  since: CalendarDate;
  version: number;
};

/** Saves a budget that nobody else changed since the version was read; tells whether it did. Another amount begins its steps anew. */
export async function saveBudget(tx: Tx, budget: Budget): Promise<boolean> {
  const { resellerId, customerId, subscriptionId, version, steps, told } = budget;
  const [stepsOf, toldOf] = [sql`${[...steps]}::smallint[]`, sql`${[...told]}::uuid[]`];
  const { rows } = await sql<{ id: string; before: bigint | null }>`
    ${
      version === 0
        ? sql`insert into azure_budgets (reseller_id, customer_id, product_id, subscription_id, amount_minor, currency, steps, told, since)
            values (${resellerId}, ${customerId}, ${budget.productId}, ${subscriptionId}::uuid, ${budget.amountMinor}, ${budget.currency}, ${stepsOf}, ${toldOf}, ${budget.since}::date)
            on conflict do nothing returning id, null::bigint as before`
        : sql`update azure_budgets b set amount_minor = ${budget.amountMinor}, steps = ${stepsOf}, told = ${toldOf}, version = ${version + 1}
            where reseller_id = ${resellerId} and customer_id = ${customerId} and subscription_id is not distinct from ${subscriptionId}::uuid and version = ${version}
            returning b.id, old.amount_minor as before`
    }`.execute(tx);
  const [saved] = rows;
  if (saved && saved.before !== null && saved.before !== budget.amountMinor)
    await sql`delete from azure_budget_steps where reseller_id = ${resellerId} and budget_id = ${saved.id}`.execute(tx);
  return saved !== undefined;
}

export async function removeBudget(
  tx: Tx,
  { resellerId, customerId }: Owner,
  { subscriptionId, version }: { subscriptionId: string | null; version: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from azure_budgets
    where reseller_id = ${resellerId} and customer_id = ${customerId} and subscription_id is not distinct from ${subscriptionId}::uuid and version = ${version}`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/** Keeps that a step of a budget was reached in a month; tells whether it is the first that high. */
export async function reachStep(
  tx: Tx,
  { resellerId, budgetId, month, percent }: { resellerId: string; budgetId: string; month: string; percent: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into azure_budget_steps as s (reseller_id, budget_id, month, percent)
    values (${resellerId}, ${budgetId}, ${month}::date, ${percent}::smallint)
    on conflict (reseller_id, budget_id, month) do update set percent = excluded.percent where s.percent < excluded.percent`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/** Finds the people of some memberships, and whether they want mails of budgets, unless their company hides prices. */
export async function listTold(tx: Tx, { resellerId, customerId }: Owner, ids: readonly string[], productId: string) {
  const tellable = new Set((await listTellable(tx, { resellerId, customerId }, productId, ids)).map(({ id }) => id));
  const { rows } = await sql<{ person_id: string; email: string; name: string; mails: boolean }>`
    select m.person_id, m.email, m.first_name as name,
      not exists (select from opt_outs o where o.person_id = m.person_id and o.kind = 'budgetMails') as mails
    from memberships m where m.reseller_id = ${resellerId} and m.id = any (${ids.filter((each) => tellable.has(each))}::uuid[])
    order by m.id`.execute(tx);
  return rows;
}

export async function findCustomerName(tx: Tx, { resellerId, customerId }: Owner): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from customers where reseller_id = ${resellerId} and id = ${customerId}`.execute(tx);
  return rows[0]!.name;
}
