import type { workTitle } from "@tradewind/contract/ordering/work-words.ts";
import type { Need, Spend } from "@tradewind/domain/insight/dashboard.ts";
import type { UserKind } from "@tradewind/domain/values/permissions.ts";
import type { Side } from "@tradewind/domain/support/tickets.ts";
import { addMonths, monthOf } from "@tradewind/domain/values/dates.ts";
import { sql } from "kysely";
import type { OrderTask } from "../../ordering/orders/orders.store.ts";
import type { Db } from "../../platform/db.ts";
import { isOfEveryCustomer, ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";
import { anyOf } from "../../platform/sql.ts";
import { chargedByMonth } from "../../billing/charges/charges.store.ts";
import { statusOn } from "../../billing/invoices/invoices.store.ts";
import { visibleTickets, type Viewer } from "../../support/tickets/tickets.store.ts";

export type Counts = {
  organisation: string | null;
  customers: number;
  active: number;
  in_progress: number;
  failed: number;
};

export async function countThings(db: Db, scope: Viewer): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select name from customers where reseller_id = ${scope.resellerId} and id = ${scope.customerId}::uuid) as organisation,
      (${customerCount(scope)}) as customers,
      coalesce(sum(amount) filter (where status = 'Active'), 0)::int as active,
      coalesce(sum(amount) filter (where status in ('Activating', 'Deleting')), 0)::int as in_progress,
      coalesce(sum(amount) filter (where status in ('ActivationFailed', 'DeletionFailed')), 0)::int as failed
    from (${serviceCounts(scope)}) counted`.execute(db);
  return rows[0]!;
}

const customerCount = (scope: Viewer) =>
  isOfEveryCustomer(scope) && !scope.restriction
    ? sql`select coalesce(sum(amount), 0)::int from company_tallies where reseller_id = ${scope.resellerId} and figure = 'customers'`
    : sql`select count(*)::int from customers where reseller_id = ${scope.resellerId} and ${ofOwnCustomer(scope, "id")}`;

const serviceCounts = (scope: Viewer) =>
  isOfEveryCustomer(scope)
    ? sql`select mark as status, amount from company_tallies
          where reseller_id = ${scope.resellerId} and figure = 'services' and ${ofOwnProduct(scope, "product_id")}`
    : sql`select status, 1 as amount from service_instances
          where reseller_id = ${scope.resellerId} and ${ofOwnCustomer(scope, "customer_id")} and ${ofOwnProduct(scope, "product_id")}`;

/**
 * Lists net spend per month since `since`, oldest first: invoiced months from their invoices, others from charges due
 * up to `today`.
 */
export async function listSpend(db: Db, resellerId: string, since: string, today: string): Promise<Spend[]> {
  const until = addMonths(monthOf(today).from, 1);
  const { rows } = await sql<Spend>`
    with invoiced as (
      select to_char(period_from, 'YYYY-MM') as month, net_minor as net from invoices
      where reseller_id = ${resellerId} and issued_on >= ${since}::date and period_from >= ${since}::date
      union all
      select to_char(c.month, 'YYYY-MM'), c.amount
      from billing_progress b join (${chargedByMonth({ resellerId, customerId: null }, { since, until, today })}) c on c.month >= b.invoiced_until
      where b.reseller_id = ${resellerId}
    )
    select month, sum(net)::bigint as net from invoiced group by month order by month`.execute(db);
  return rows;
}

export type Overdue = { balance: bigint; count: number };

export async function sumOverdue(db: Db, resellerId: string, today: string): Promise<Overdue> {
  const { rows } = await sql<Overdue>`
    select coalesce(sum(o.balance_minor), 0)::bigint as balance, count(*)::int as count
    from invoice_balances o join invoices i on i.reseller_id = o.reseller_id and i.id = o.invoice_id
    where o.reseller_id = ${resellerId} and ${statusOn(today)} = 'overdue'`.execute(db);
  return rows[0]!;
}

export type NeedRow = Need & { id: string; customer_id: string | null; instance_id: string | null };

export type NeedsAsked = {
  today: string;
  soon: string;
  billing: boolean;
  /** Whether the person sees what customers pay. */
  sales: boolean;
  invites: readonly UserKind[];
  /** The side whose turn it is, and whether the person also answers other people's tickets. */
  tickets: { side: Side; all: boolean };
};

/** Days into a month for which the one before is still told, as its last days are known late. */
const stillNews = 3;

/**
 * Lists a person's open tasks, at most eight of each kind: failed services, overdue invoices, tickets awaiting their
 * answer (longest first), budgets of Azure of which a step is reached, terms ending by `soon`, and invitations whose link expires within two days. Invoices only if
 * `billing` is set, invitations only of the kinds in `invites`.
 */
export async function listNeeds(
  db: Db,
  scope: Viewer,
  { today, soon, billing, sales, invites, tickets }: NeedsAsked,
): Promise<NeedRow[]> {
  const { rows } = await sql<NeedRow>`
    (select 'failedService' as kind, s.id, s.customer_id, s.id as instance_id, p.name || ' for ' || c.name as title, s.reason as detail, null::date as day
     from service_instances s join customers c on c.reseller_id = s.reseller_id and c.id = s.customer_id join products p on p.id = s.product_id
     where s.reseller_id = ${scope.resellerId} and s.status in ('ActivationFailed', 'DeletionFailed') and ${ofOwnCustomer(scope, "s.customer_id")}
       and ${ofOwnProduct(scope, "s.product_id")}
     order by s.since desc limit 8)
    union all
    (select 'overdueInvoice', i.id, null, null, i.number, null, i.due_on from invoices i
     join invoice_balances o on o.reseller_id = i.reseller_id and o.invoice_id = i.id
     where ${billing} and i.reseller_id = ${scope.resellerId} and ${statusOn(today)} = 'overdue' order by i.due_on limit 8)
    union all
    (select 'azureBudget', b.id, b.customer_id, null, c.name || coalesce(', ' || a.name, ''), t.percent::text, t.month
     from azure_budget_steps t join azure_budgets b on b.reseller_id = t.reseller_id and b.id = t.budget_id
       join customers c on c.reseller_id = b.reseller_id and c.id = b.customer_id
       left join azure_subscriptions a on a.reseller_id = b.reseller_id and a.id = b.subscription_id
     where ${sales} and t.reseller_id = ${scope.resellerId} and t.month >= date_trunc('month', ${today}::date - ${stillNews}::int)
       and ${ofOwnCustomer(scope, "b.customer_id")} and ${ofOwnProduct(scope, "b.product_id")}
     order by t.month desc, t.percent desc, b.id limit 8)
    union all
    (select 'waitingTicket', t.id, t.customer_id, null, t.subject, case when ${scope.customerId === null} then c.name end, (t.updated_at at time zone 'UTC')::date
     from tickets t left join customers c on c.reseller_id = t.reseller_id and c.id = t.customer_id
     where ${visibleTickets(scope)} and t.waits_for = ${tickets.side} and (${tickets.all} or t.opened_by = ${scope.personId}::uuid)
     order by t.updated_at, t.id limit 8)
    union all
    (select 'renewal', s.id, s.customer_id, s.instance_id, s.name || ' for ' || c.name, s.term_end ->> 'outcome', s.term_until
     from subscriptions s join customers c on c.reseller_id = s.reseller_id and c.id = s.customer_id
     where s.reseller_id = ${scope.resellerId} and s.status = 'active' and s.term <> 'P1M' and s.term_until > ${today}::date and s.term_until <= ${soon}::date
       and ${ofOwnCustomer(scope, "s.customer_id")} and ${ofOwnProduct(scope, "s.product_id")} order by s.term_until, s.id limit 8)
    union all
    (select 'invitationExpiring', i.id, i.customer_id, null, i.first_name || ' ' || i.last_name, i.kind, (i.expires_at at time zone 'UTC')::date
     from invitations i
     where i.reseller_id = ${scope.resellerId} and i.accepted_at is null and i.withdrawn_at is null and i.kind = ${anyOf(invites, "text")}
       and i.expires_at > clock_timestamp() and i.expires_at <= clock_timestamp() + interval '2 days' and ${ofOwnCustomer(scope, "i.customer_id")}
     order by i.expires_at, i.id limit 8)`.execute(db);
  return rows;
}

/** Lists at most eight orders of whose outcome somebody was told that it is unknown, the longest first. */
export async function listUnanswered(db: Db, scope: Scope) {
  const { rows } = await sql<{
    id: string;
    customer_id: string;
    customer: string;
    fulfiller: string;
    task: OrderTask;
    since: Date;
    lines: Parameters<typeof workTitle>[1];
  }>`
    select o.id, o.customer_id, c.name as customer, p.fulfiller, o.task, o.unsure_since as since,
      (select coalesce(jsonb_agg(jsonb_build_object('name', l.name, 'quantity', l.quantity, 'termEnd', s.term_end) order by l.id), '[]')
       from order_lines l join subscriptions s on s.reseller_id = l.reseller_id and s.id = l.subscription_id
       where l.reseller_id = o.reseller_id and l.order_id = o.id) as lines
    from orders o join customers c on c.reseller_id = o.reseller_id and c.id = o.customer_id join products p on p.id = o.product_id
    where o.reseller_id = ${scope.resellerId} and o.status = 'Working' and o.unsure_told_at is not null
      and ${ofOwnCustomer(scope, "o.customer_id")} and ${ofOwnProduct(scope, "o.product_id")}
    order by o.unsure_since, o.id limit 8`.execute(db);
  return rows;
}
export type UnansweredRow = Awaited<ReturnType<typeof listUnanswered>>[number];

/** Tells whether a new reseller has a customer, a service, and a second person, at least invited. */
export async function readBeginning(db: Db, resellerId: string) {
  const { rows } = await sql<{ customer: boolean; product: boolean; colleague: boolean }>`
    select exists (select from customers where reseller_id = ${resellerId}) as customer,
      exists (select from service_instances where reseller_id = ${resellerId}) as product,
      (select count(*) > 1 from (select from memberships where reseller_id = ${resellerId} and kind in ('reseller', 'engineer') order by name limit 2) m)
        or exists (select from invitations where reseller_id = ${resellerId} and kind = 'engineer' and withdrawn_at is null) as colleague`.execute(
    db,
  );
  return rows[0]!;
}

const most = 5;

export const listOrdersAtWork = (db: Db, scope: Scope) =>
  db
    .selectFrom("orders as o")
    .innerJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "o.reseller_id").onRef("c.id", "=", "o.customer_id"),
    )
    .innerJoin("products as p", "p.id", "o.product_id")
    .where("o.reseller_id", "=", scope.resellerId)
    .where("o.status", "=", sql.lit("Working"))
    .where(ofOwnCustomer(scope, "o.customer_id"))
    .where(ofOwnProduct(scope, "o.product_id"))
    .select([
      "o.id",
      "o.instance_id",
      "o.customer_id",
      "c.name as customer",
      "p.name as product",
      "o.task",
      "o.placed_at",
      "o.placed_by_name",
      "o.estimated_completion",
      sql<boolean>`o.unsure_told_at is not null`.as("is_unanswered"),
    ])
    .orderBy("o.id", "desc")
    .limit(most)
    .execute();
