import type { PortBlock, PortEvent } from "@tradewind/domain/ordering/number-ports.ts";
import { voiceSite } from "@tradewind/domain/ordering/voice.ts";
import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { FileScan } from "@tradewind/domain/values/sent-files.ts";
import { sql, type Insertable, type Selectable } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";
import type { NumberPorts } from "../../platform/schema.gen.ts";

export type Port = Selectable<NumberPorts>;

/** Lists the sites of a service, the oldest first. */
export const listSites = (db: Db, resellerId: string, instanceId: string) =>
  db
    .selectFrom("subscriptions")
    .where("reseller_id", "=", resellerId)
    .where("instance_id", "=", instanceId)
    .where("sku", "=", voiceSite)
    .where("status", "=", "active")
    .select(["id", "attributes"])
    .orderBy("id")
    .execute();
export type SiteRow = Awaited<ReturnType<typeof listSites>>[number];

const rangesOf = (blocks: readonly PortBlock[]) => blocks.map(({ from, until }) => `[${from},${until})`);

/** Tells whether somebody's service holds one of the numbers, or they are in stock. */
export async function areHeld(db: Db, blocks: readonly PortBlock[]): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select numbers_held(${`{${rangesOf(blocks).join(",")}}`}::int8multirange) as held`.execute(db);
  return rows[0]!.held;
}

/** Returns what is to be ticked before ports of a product are complete. */
export async function findPortSteps(db: Db, productId: string): Promise<string[]> {
  const { rows } = await sql<{ steps: string[] }>`
    select array(select jsonb_array_elements_text(coalesce(checklist -> 'port', '[]'))) as steps from products where id = ${productId}`.execute(
    db,
  );
  return rows[0]!.steps;
}

export async function insertPort(tx: Tx, row: Insertable<NumberPorts>): Promise<Port> {
  return tx.insertInto("number_ports").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Keeps numbers for a port. False if another one that is open wants some of them. */
export async function insertBlocks(tx: Tx, port: Port, blocks: readonly PortBlock[]): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into number_port_blocks (reseller_id, port_id, customer_id, product_id, numbers)
    select ${port.reseller_id}, ${port.id}, ${port.customer_id}, ${port.product_id}, n
    from unnest(${rangesOf(blocks)}::int8range[]) as n on conflict do nothing`.execute(tx);
  return numAffectedRows === BigInt(blocks.length);
}

type Happened = { kind: PortEvent; who: string; port_on?: CalendarDate | null; why?: string | null } & (
  | { step?: never; is_ticked?: never }
  | { step: number; is_ticked: boolean }
);

export const insertEvent = (tx: Tx, port: Port, event: Happened, now: Date) =>
  tx
    .insertInto("number_port_events")
    .values({
      reseller_id: port.reseller_id,
      port_id: port.id,
      customer_id: port.customer_id,
      product_id: port.product_id,
      at: now,
      ...event,
    })
    .execute();

/** Locks a port of the caller's. */
export const lockPort = (tx: Tx, scope: Scope, id: string) =>
  tx
    .selectFrom("number_ports")
    .where("reseller_id", "=", scope.resellerId)
    .where("id", "=", id)
    .where(ofOwnCustomer(scope, "customer_id"))
    .where(ofOwnProduct(scope, "product_id"))
    .selectAll()
    .forUpdate()
    .executeTakeFirst();

export const lockAnyPort = (tx: Tx, id: string) =>
  tx.selectFrom("number_ports").where("id", "=", id).selectAll().forUpdate().executeTakeFirst();

export const changePort = (
  tx: Tx,
  { reseller_id, id }: Port,
  change: Partial<Pick<Port, "state" | "waits" | "wished_on" | "port_on" | "answer" | "settled_at" | "signed_on">>,
) => tx.updateTable("number_ports").set(change).where("reseller_id", "=", reseller_id).where("id", "=", id).execute();

/** Makes numbers that arrived those of their site, and charges them; returns what is in the way, if anything. */
export async function completePort(tx: Tx, id: string, now: Date): Promise<"portSiteMissing" | "numbersHeld" | null> {
  const { rows } = await sql<{ refusal: "portSiteMissing" | "numbersHeld" | null }>`
    select complete_number_port(${id}, ${now}) as refusal`.execute(tx);
  return rows[0]!.refusal;
}

type LetterRow = { name: string; size: number; scan: FileScan; virus: string | null; who: string; at: string };
type EventRow = {
  kind: PortEvent;
  who: string;
  at: string;
  port_on: CalendarDate | null;
  why: string | null;
  step: number | null;
  is_ticked: boolean | null;
};

const portsOf = (db: Db) =>
  db
    .selectFrom("number_ports as p")
    .innerJoin("resellers as r", "r.id", "p.reseller_id")
    .innerJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "p.reseller_id").onRef("c.id", "=", "p.customer_id"),
    )
    .innerJoin("subscriptions as s", (join) =>
      join.onRef("s.reseller_id", "=", "p.reseller_id").onRef("s.id", "=", "p.subscription_id"),
    )
    .selectAll("p")
    .select(["r.name as reseller_name", "c.name as customer_name", "s.attributes as site"])
    .select(
      sql<string[]>`array(
        select b.numbers::text from number_port_blocks b where b.reseller_id = p.reseller_id and b.port_id = p.id order by b.numbers)`.as(
        "numbers",
      ),
    )
    .select(
      sql<EventRow[]>`(
        select jsonb_agg(jsonb_build_object('kind', e.kind, 'who', e.who, 'at', e.at, 'port_on', e.port_on, 'why', e.why, 'step', e.step,
          'is_ticked', e.is_ticked) order by e.id)
        from number_port_events e where e.reseller_id = p.reseller_id and e.port_id = p.id)`.as("events"),
    )
    .select(
      sql<LetterRow | null>`(
        select jsonb_build_object('name', f.name, 'size', length(f.bytes), 'scan', f.scan, 'virus', f.virus, 'who', l.who, 'at', l.at)
        from number_port_letters l join ticket_files f on f.reseller_id = l.reseller_id and f.id = l.file_id
        where l.reseller_id = p.reseller_id and l.port_id = p.id)`.as("letter"),
    );
export type PortRow = Awaited<ReturnType<typeof listPorts>>[number];

/** Lists ports across all resellers: open ones, what is due first and what waits last, or settled ones, newest first. */
export const listPorts = (db: Db, finished: boolean) =>
  finished
    ? portsOf(db).where("p.settled_at", "is not", null).orderBy("p.settled_at", "desc").limit(200).execute()
    : portsOf(db)
        .where("p.settled_at", "is", null)
        .orderBy("p.waits")
        .orderBy(sql`coalesce(p.port_on, p.wished_on)`)
        .orderBy("p.id")
        .limit(200)
        .execute();

/** Lists the ports of a service, newest first. */
export const listPortsOfService = (db: Db, resellerId: string, instanceId: string) =>
  portsOf(db)
    .where("p.reseller_id", "=", resellerId)
    .where("p.instance_id", "=", instanceId)
    .orderBy("p.id", "desc")
    .limit(100)
    .execute();

/** Finds a port of the caller's. */
export const findOwnPort = (db: Db, scope: Scope, id: string) =>
  portsOf(db)
    .where("p.reseller_id", "=", scope.resellerId)
    .where("p.id", "=", id)
    .where(ofOwnCustomer(scope, "p.customer_id"))
    .where(ofOwnProduct(scope, "p.product_id"))
    .executeTakeFirst();

export const findPort = (db: Db, id: string) => portsOf(db).where("p.id", "=", id).executeTakeFirstOrThrow();
