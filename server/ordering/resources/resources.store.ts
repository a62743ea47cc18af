import { blockWords, type NumberBlock } from "@tradewind/domain/ordering/resources.ts";
import type { Attributes } from "@tradewind/domain/pricing/pricing-types.ts";
import type { Attribute, ResourceData } from "@tradewind/vendors/catalogue-data.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";
import { anyOf } from "../../platform/sql.ts";

export type NewResource = {
  subscriptionId: string;
  kind: string;
  code: string;
  numbers: NumberBlock | null;
  attributes: Attributes;
};

/** Adds what was made for lines of an order. Returns those that could not be, because another holds their code or numbers. */
export async function insertResources(
  tx: Tx,
  of: { reseller_id: string; customer_id: string; product_id: string },
  made: readonly NewResource[],
  now: Date,
): Promise<number[]> {
  if (made.length === 0) return [];
  const rows = made.map(({ numbers, ...each }, index) => ({
    ...each,
    index,
    numbers: numbers && `[${numbers.from},${numbers.until})`,
  }));
  const { rows: added } = await sql<{ subscription_id: string; kind: string; code: string }>`
    insert into resources (reseller_id, customer_id, product_id, subscription_id, kind, code, numbers, attributes, since)
    select ${of.reseller_id}, ${of.customer_id}, ${of.product_id}, n."subscriptionId", n.kind, n.code, n.numbers, n.attributes, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (index int, "subscriptionId" uuid, kind text, code text, numbers int8range, attributes jsonb)
    order by n.index
    on conflict do nothing
    returning subscription_id, kind, code`.execute(tx);
  const nameOf = (subscriptionId: string, kind: string, code: string) => `${subscriptionId} ${kind} ${code}`;
  const left = new Map<string, number>();
  for (const each of added) {
    const name = nameOf(each.subscription_id, each.kind, each.code);
    left.set(name, (left.get(name) ?? 0) + 1);
  }
  return made.flatMap(({ subscriptionId, kind, code }, index) => {
    const name = nameOf(subscriptionId, kind, code);
    const count = left.get(name) ?? 0;
    left.set(name, count - 1);
    return count > 0 ? [] : [index];
  });
}

/** Adds what a vendor says it made, which it may say again. Returns the codes that something else has. */
export async function keepMade(
  tx: Tx,
  of: Parameters<typeof insertResources>[1],
  made: readonly NewResource[],
  now: Date,
): Promise<string[]> {
  if (made.length === 0) return [];
  const living = await tx
    .selectFrom("resources")
    .where("reseller_id", "=", of.reseller_id)
    .where(
      "subscription_id",
      "=",
      anyOf(
        made.map(({ subscriptionId }) => subscriptionId),
        "uuid",
      ),
    )
    .where("state", "=", "active")
    .select(["subscription_id", "kind", "code"])
    .execute();
  const isNew = ({ subscriptionId, kind, code }: NewResource) =>
    !living.some((each) => each.subscription_id === subscriptionId && each.kind === kind && each.code === code);
  const fresh = made.filter(isNew);
  const taken = await insertResources(tx, of, fresh, now);
  return taken.map((index) => fresh[index]!.code);
}

/** Ends resources that live: some by their id, or all of some subscriptions. Returns how many there were. */
export async function endResources(
  tx: Tx,
  resellerId: string,
  of: { ids: readonly string[] } | { subscriptions: readonly string[] },
  now: Date,
): Promise<number> {
  const [column, values] = "ids" in of ? (["id", of.ids] as const) : (["subscription_id", of.subscriptions] as const);
  if (values.length === 0) return 0;
  const ended = await tx
    .updateTable("resources")
    .set({ state: "ended", until: now })
    .where("reseller_id", "=", resellerId)
    .where(column, "=", anyOf(values, "uuid"))
    .where("state", "=", "active")
    .executeTakeFirst();
  return Number(ended.numUpdatedRows);
}

/** Makes what was reserved for subscriptions theirs, now that the work is done. */
export async function activateReserved(
  tx: Tx,
  resellerId: string,
  subscriptions: readonly string[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable("resources")
    .set({ state: "active", since: now })
    .where("reseller_id", "=", resellerId)
    .where("subscription_id", "=", anyOf(subscriptions, "uuid"))
    .where("state", "=", "reserved")
    .execute();
}

/** Gives up what was reserved for subscriptions, so that others can have it. */
export async function releaseReserved(tx: Tx, resellerId: string, subscriptions: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("resources")
    .where("reseller_id", "=", resellerId)
    .where("subscription_id", "=", anyOf(subscriptions, "uuid"))
    .where("state", "=", "reserved")
    .execute();
}

type Shown = { code: string; numbers: string | null };

/** Returns a resource's code as people read it, with all its numbers. */
export function codeWords({ code, numbers }: Shown): string {
  const [from, until] = numbers?.match(/\d+/g) ?? [];
  return from && until ? blockWords({ from: BigInt(from), until: BigInt(until) }) : code;
}

const resourcesOf = (db: Db, resellerId: string) =>
  db
    .selectFrom("resources as r")
    .innerJoin("subscriptions as s", (join) =>
      join.onRef("s.reseller_id", "=", "r.reseller_id").onRef("s.id", "=", "r.subscription_id"),
    )
    .innerJoin("offers as f", "f.id", "s.offer_id")
    .where("r.reseller_id", "=", resellerId)
    .select(["r.id", "r.subscription_id", "r.kind", "r.code", "r.attributes", "r.since", "r.until", "f.resources"])
    .select(sql<string | null>`r.numbers::text`.as("numbers"));

/** Lists what a service's subscriptions brought into being, the ended last. */
export const listResourcesOfInstance = (db: Db, resellerId: string, instanceId: string) =>
  resourcesOf(db, resellerId)
    .where("s.instance_id", "=", instanceId)
    .where("r.state", "<>", "reserved")
    .orderBy(sql`r.until nulls first`)
    .orderBy("r.id")
    .limit(500)
    .execute();

export const findResource = (db: Db, scope: Scope, id: string) =>
  resourcesOf(db, scope.resellerId)
    .where("r.id", "=", id)
    .where(ofOwnCustomer(scope, "r.customer_id"))
    .where(ofOwnProduct(scope, "r.product_id"))
    .select(["r.customer_id", "s.name", "s.instance_id"])
    .executeTakeFirst();

export type ResourceRow = Awaited<ReturnType<typeof listResourcesOfInstance>>[number];
export type WantedOfLine = Awaited<ReturnType<typeof listWantedOfLines>>[number];

/** Lists what orders want of each line: what it asks, what it brings into being, and what of that stands or is reserved. */
export async function listWantedOfLines(db: Db, orders: readonly { reseller_id: string; order_id: string }[]) {
  const { rows } = await sql<{
    order_id: string;
    subscription_id: string;
    attributes: Attributes;
    offer_attributes: Attribute[];
    resources: ResourceData[];
    standing: (Shown & { id: string; kind: string; is_reserved: boolean })[];
  }>`
    select l.order_id, l.subscription_id, l.attributes, f.attributes as offer_attributes, f.resources, coalesce((
      select jsonb_agg(jsonb_build_object('id', r.id, 'kind', r.kind, 'code', r.code, 'numbers', r.numbers::text,
        'is_reserved', r.state = 'reserved') order by r.id)
      from resources r
      where r.reseller_id = l.reseller_id and r.subscription_id = l.subscription_id and r.state <> 'ended'), '[]') as standing
    from jsonb_to_recordset(${JSON.stringify(orders.map(({ reseller_id, order_id }) => ({ reseller_id, order_id })))}::jsonb)
        as o (reseller_id uuid, order_id uuid)
      join order_lines l on l.reseller_id = o.reseller_id and l.order_id = o.order_id
      join offers f on f.id = l.offer_id`.execute(db);
  return rows;
}
