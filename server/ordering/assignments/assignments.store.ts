import type { Handover } from "@tradewind/domain/pricing/handovers.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";
import { nameMatches } from "../../platform/sql.ts";

type Standing = "wanted" | "there" | "leaving" | "refused" | "unsure";

/** Lists who has a unit of each subscription of a customer, or is about to get or to lose it. */
export async function listAssigned(
  db: Db,
  resellerId: string,
  customerId: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db
    .selectFrom("assignments")
    .where("reseller_id", "=", resellerId)
    .where("customer_id", "=", customerId)
    .where("until", "is", null)
    .where("state", "<>", "refused")
    .select(["subscription_id", "person_id"])
    .orderBy("id")
    .execute();
  const bySubscription = Map.groupBy(rows, (row) => row.subscription_id);
  return new Map([...bySubscription].map(([key, of]) => [key, of.map((row) => row.person_id)]));
}

/** Tells whether all of these are people of the customer. */
export async function arePeopleOf(
  db: Db,
  { resellerId, customerId }: { resellerId: string; customerId: string },
  ids: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select not exists (
      select from unnest(${[...ids]}::uuid[]) as named (id) where not exists (
        select from customer_people p
        where p.reseller_id = ${resellerId} and p.customer_id = ${customerId} and p.id = named.id and p.erased_at is null)) as known`.execute(
    db,
  );
  return rows[0]!.known;
}

type Of = { resellerId: string; customerId: string; productId: string; orderId: string };

/** Writes who is to get a unit and who is to lose it, while an order is at work on it. */
export async function wishHandovers(tx: Tx, of: Of, handovers: readonly Handover[], now: Date): Promise<void> {
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(handovers)}::jsonb) as n (key uuid, give uuid[], take uuid[])`;
  if (handovers.some(({ take }) => take.length > 0))
    await sql`
      update assignments a set state = 'leaving', order_id = ${of.orderId} from ${wanted}
      where a.reseller_id = ${of.resellerId} and a.subscription_id = n.key and a.person_id = any(n.take) and a.until is null
        and a.state <> 'refused'`.execute(tx);
  if (handovers.some(({ give }) => give.length > 0))
    await sql`
      insert into assignments (reseller_id, customer_id, product_id, subscription_id, person_id, state, order_id, since)
      select ${of.resellerId}, ${of.customerId}, ${of.productId}, n.key, person, 'wanted', ${of.orderId}, ${now}
      from ${wanted} cross join unnest(n.give) as person
      on conflict (reseller_id, subscription_id, person_id) where until is null
        do update set state = 'wanted', order_id = excluded.order_id, reason = null, since = excluded.since`.execute(
      tx,
    );
}

/** What has become of a line of an order: of `settled` people if it was refused, else of all. */
export type SettledLine = {
  key: string;
  done: boolean;
  reason: string | null;
  settled: readonly string[];
  /** The vendor's numbers of people, by their ids. */
  refs: Readonly<Record<string, string>>;
};

/** Books what has become of the people of lines that are settled. */
export async function settlePeople(
  tx: Tx,
  resellerId: string,
  orderId: string,
  lines: readonly SettledLine[],
  now: Date,
): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    update assignments a set
      state = case when n.done or a.person_id = any(n.settled) then case a.state when 'wanted' then 'there' else 'ended' end
        else case a.state when 'wanted' then 'refused' else 'there' end end,
      until = case when a.state = 'leaving' and (n.done or a.person_id = any(n.settled)) then greatest(${now}, a.since) end,
      reason = case when a.state = 'wanted' and not (n.done or a.person_id = any(n.settled)) then n.reason end,
      since = case when a.state = 'wanted' then ${now} else a.since end,
      person_ref = coalesce(n.refs ->> a.person_id::text, a.person_ref)
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n (key uuid, done boolean, reason text, settled uuid[], refs jsonb)
    where a.reseller_id = ${resellerId} and a.order_id = ${orderId} and a.subscription_id = n.key
      and a.state in ('wanted', 'leaving')`.execute(tx);
}

/** Wishes again what a vendor refused of lines of an order. Returns whether there are still units for all who are to have one. */
export async function wishAgain(
  tx: Tx,
  resellerId: string,
  lines: readonly { order_id: string; subscription_id: string }[],
): Promise<boolean> {
  const { order_id: orderId } = lines[0]!;
  const subscriptions = lines.map((line) => line.subscription_id);
  await sql`
    update assignments a set state = case when a.person_id = any(l.given) then 'wanted' else 'leaving' end, reason = null
    from order_lines l
    where l.reseller_id = ${resellerId} and l.order_id = ${orderId} and l.subscription_id = any(${subscriptions}::uuid[])
      and a.reseller_id = l.reseller_id and a.order_id = l.order_id and a.subscription_id = l.subscription_id and a.until is null
      and (a.person_id = any(l.given) and a.state = 'refused' or a.person_id = any(l.taken) and a.state = 'there')`.execute(
    tx,
  );
  const { rows } = await sql<{ fit: boolean }>`
    select not exists (
      select from subscriptions s
      where s.reseller_id = ${resellerId} and s.id = any(${subscriptions}::uuid[]) and s.quantity < (
        select count(*) filter (where a.state in ('wanted', 'there')) from assignments a
        where a.reseller_id = s.reseller_id and a.subscription_id = s.id)) as fit`.execute(tx);
  return rows[0]!.fit;
}

/** Ends what people have of subscriptions that ended. */
export async function endAssignments(
  tx: Tx,
  resellerId: string,
  subscriptions: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update assignments set state = 'ended', until = greatest(${now}, since), reason = null
    where reseller_id = ${resellerId} and subscription_id = any(${[...subscriptions]}::uuid[]) and until is null`.execute(
    tx,
  );
}

/** Lets those who have units of a subscription have them of another instead, unless they have one of it already. */
export async function moveAssignments(tx: Tx, resellerId: string, from: string, to: string): Promise<void> {
  await sql`
    update assignments a set subscription_id = ${to}
    where reseller_id = ${resellerId} and subscription_id = ${from} and until is null and not exists (
      select from assignments b where b.reseller_id = a.reseller_id and b.subscription_id = ${to}
        and b.person_id = a.person_id and b.until is null)`.execute(tx);
}

/** Adds somebody to a customer's people. Who is there already stays as they are. */
export async function addPerson(
  tx: Tx,
  of: { resellerId: string; customerId: string },
  person: { name: string; email: string },
  now: Date,
) {
  const { rows } = await sql<{ id: string; name: string; email: string; is_new: boolean }>`
    with added as (
      insert into customer_people (reseller_id, customer_id, name, email, added_at)
      values (${of.resellerId}, ${of.customerId}, ${person.name}, ${person.email}, ${now})
      on conflict do nothing returning id, name, email)
    select *, true as is_new from added
    union all
    select id, name, email, false from customer_people
    where reseller_id = ${of.resellerId} and customer_id = ${of.customerId} and email = ${person.email}`.execute(tx);
  return rows[0]!;
}

/** Selects how somebody stands: nobody knows while the vendor does not answer about the order. */
const standing = sql<Standing>`case
  when a.state in ('wanted', 'leaving') and exists (
    select from orders o where o.reseller_id = a.reseller_id and o.id = a.order_id and o.unsure_since is not null) then 'unsure'
  else a.state end`;

/** Selects people whom somebody who only uses services may see: themselves. */
const ofOneselfByEmail = ({ resellerId, self }: Scope) =>
  self
    ? sql`p.email = (select lower(m.email) from memberships m where m.reseller_id = ${resellerId} and m.id = ${self}::uuid)`
    : sql`true`;

/** Whether somebody was a user, is none any more, and has nothing: nobody to give a licence to. */
const hasLeft = sql<boolean>`(
  exists (select from memberships m where m.reseller_id = customer_people.reseller_id
    and m.customer_id = customer_people.customer_id and lower(m.email) = customer_people.email and m.deleted_at is not null)
  and not exists (select from memberships m where m.reseller_id = customer_people.reseller_id
    and m.customer_id = customer_people.customer_id and lower(m.email) = customer_people.email and m.deleted_at is null)
  and not exists (select from assignments a where a.reseller_id = customer_people.reseller_id
    and a.person_id = customer_people.id and a.until is null))`;

/** Lists the people of a customer and its users, the first fifty that match, and what each has. */
export async function listPeople(db: Db, scope: Scope, customerId: string, search: string) {
  const { rows } = await sql<{
    id: string | null;
    name: string;
    email: string;
    has: { InstanceId: string; Name: string; State: Standing }[];
  }>`
    with p as (
      select id, name, email from customer_people
      where reseller_id = ${scope.resellerId} and customer_id = ${customerId} and erased_at is null and not ${hasLeft}
      union all
      select distinct on (lower(m.email)) null, m.name, lower(m.email) from memberships m
      where m.reseller_id = ${scope.resellerId} and m.customer_id = ${customerId} and m.erased_at is null and m.deleted_at is null and m.email <> ''
        and not exists (select from customer_people k where k.reseller_id = m.reseller_id and k.customer_id = m.customer_id and k.email = lower(m.email)))
    select p.id, p.name, p.email, coalesce((
      select jsonb_agg(jsonb_build_object('InstanceId', s.instance_id, 'Name', s.name, 'State', ${standing}) order by s.name, s.id)
      from assignments a join subscriptions s on s.reseller_id = a.reseller_id and s.id = a.subscription_id
      where a.reseller_id = ${scope.resellerId} and a.person_id = p.id and a.until is null
        and ${ofOwnProduct(scope, "a.product_id")}), '[]') as has
    from p
    where (${nameMatches("p.name", search)} or ${nameMatches("p.email", search)}) and ${ofOneselfByEmail(scope)}
    order by p.name, p.email
    limit 50`.execute(db);
  return rows;
}

/** Lists who has units of a service's subscriptions. */
export async function listPeopleOfInstance(db: Db, scope: Scope, instanceId: string) {
  const { rows } = await sql<{
    subscription_id: string;
    person_id: string;
    name: string;
    email: string;
    state: Standing;
    reason: string | null;
    since: Date;
    is_found: boolean;
  }>`
    select a.subscription_id, a.person_id, p.name, p.email, ${standing} as state, a.reason, a.since, a.order_id is null as is_found
    from subscriptions s
      join assignments a on a.reseller_id = s.reseller_id and a.subscription_id = s.id and a.until is null
      join customer_people p on p.reseller_id = a.reseller_id and p.id = a.person_id
    where s.reseller_id = ${scope.resellerId} and s.instance_id = ${instanceId} and ${ofOwnCustomer(scope, "s.customer_id")}
      and ${ofOneselfByEmail(scope)}
    order by p.name, p.email`.execute(db);
  return rows;
}

/** Lists what people are called, by their ids. */
export async function namesOfPeople(
  db: Db,
  of: readonly { reseller_id: string; id: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (of.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select p.id, p.name from jsonb_to_recordset(${JSON.stringify(of)}::jsonb) as n (reseller_id uuid, id uuid)
      join customer_people p on p.reseller_id = n.reseller_id and p.id = n.id`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Lists who gets a unit and who loses one by orders, given with their resellers. */
export async function listPeopleOfOrders(db: Db, orders: readonly { reseller_id: string; order_id: string }[]) {
  const of = orders.map(({ reseller_id, order_id }) => ({ reseller_id, order_id }));
  const { rows } = await sql<{
    order_id: string;
    subscription_id: string;
    name: string;
    email: string;
    gets: boolean;
  }>`
    select l.order_id, l.subscription_id, p.name, p.email, p.id = any(l.given) as gets
    from jsonb_to_recordset(${JSON.stringify(of)}::jsonb) as o (reseller_id uuid, order_id uuid)
      join order_lines l on l.reseller_id = o.reseller_id and l.order_id = o.order_id
      join customer_people p on p.reseller_id = l.reseller_id and p.id = any(l.given || l.taken)
    order by p.name, p.email`.execute(db);
  return rows;
}

/** Lists what erased people have, by subscription, unless it is at work or its vendor refused to take it back. */
export async function listHeldByErased(db: Db, customerId?: string) {
  const { rows } = await sql<{
    reseller_id: string;
    customer_id: string;
    product_id: string;
    subscription_id: string;
    instance_id: string;
    people: string[];
  }>`
    select a.reseller_id, a.customer_id, a.product_id, a.subscription_id, s.instance_id, array_agg(a.person_id order by a.id) as people
    from customer_people p
      join assignments a on a.reseller_id = p.reseller_id and a.person_id = p.id and a.state = 'there'
      join subscriptions s on s.reseller_id = a.reseller_id and s.id = a.subscription_id
    where p.erased_at is not null and s.status <> 'cancelled' and (${customerId ?? null}::uuid is null or p.customer_id = ${customerId ?? null})
      and not exists (
        select from order_lines l where l.reseller_id = a.reseller_id and l.subscription_id = a.subscription_id
          and (l.state = 'working' or l.state = 'refused' and a.person_id = any(l.taken)))
    group by a.reseller_id, a.customer_id, a.product_id, a.subscription_id, s.instance_id`.execute(db);
  return rows;
}
