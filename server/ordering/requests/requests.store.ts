import type { WireChange, WireProposal } from "@tradewind/contract/ordering/orders.ts";
import type { FormValues } from "@tradewind/domain/catalogue/forms.ts";
import type { OrderRole } from "@tradewind/domain/ordering/order-rules.ts";
import type { RequestState } from "@tradewind/domain/ordering/requests.ts";
import { sql, type SqlBool } from "kysely";
import type { Orderer, TenantActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";

export const pageSize = 50;

const columns = [
  "r.id",
  "r.what",
  "r.customer_id",
  "c.name as customer_name",
  "p.name as product_name",
  "r.asked_by_name",
  "r.asked_at",
  "r.expires_on",
  "r.state",
  "r.spend_minor",
] as const;

const requestsOf = (db: Db, scope: Scope) =>
  db
    .selectFrom("requests as r")
    .innerJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "r.reseller_id").onRef("c.id", "=", "r.customer_id"),
    )
    .innerJoin("products as p", "p.id", "r.product_id")
    .where("r.reseller_id", "=", scope.resellerId)
    .where(ofOwnCustomer(scope, "r.customer_id"))
    .where(ofOwnProduct(scope, "r.product_id"))
    .$if(scope.customerId !== null, (query) => query.where("r.asked_as", "=", "admins"));

const isOpen = (today: string) => sql<SqlBool>`r.state = 'open' and r.expires_on >= ${today}::date`;

/** Lists a page of requests, newest first: those that wait for a decision, or all others. */
export const listRequests = (
  db: Db,
  scope: Scope,
  { open, today }: { open: boolean; today: string },
  after: string | undefined,
) =>
  requestsOf(db, scope)
    .where(open ? isOpen(today) : sql<SqlBool>`not (${isOpen(today)})`)
    .$if(after !== undefined, (query) => query.where("r.id", "<", after!))
    .select(columns)
    .orderBy("r.id", "desc")
    .limit(pageSize + 1)
    .execute();
export type RequestItemRow = Awaited<ReturnType<typeof listRequests>>[number];

/** Counts what waits for a decision, and tells until when the first of it can be approved. */
export const countWaiting = (db: Db, scope: Scope, today: string) =>
  requestsOf(db, scope)
    .where(isOpen(today))
    .select([sql<number>`count(*)::int`.as("count"), sql<string | null>`min(r.expires_on)::text`.as("until")])
    .executeTakeFirstOrThrow();

const whole = [
  ...columns,
  "r.product_id",
  "r.instance_id",
  "r.user_id",
  "r.change",
  "r.details",
  "r.note",
  "r.proposal",
  "r.membership_id",
  "r.asked_by",
  "r.decided_by_name",
  "r.decided_at",
  "r.reason",
  "r.order_id",
] as const;

export const findRequest = (db: Db, scope: Scope, id: string) =>
  requestsOf(db, scope)
    .leftJoin("orders as o", (join) =>
      join.onRef("o.reseller_id", "=", "r.reseller_id").onRef("o.id", "=", "r.order_id"),
    )
    .where("r.id", "=", id)
    .select(whole)
    .select("o.instance_id as ordered_instance_id")
    .executeTakeFirst();
export type RequestRow = NonNullable<Awaited<ReturnType<typeof findRequest>>>;

/** Locks the row until the transaction ends. */
export const lockRequest = (tx: Tx, scope: Scope, id: string) =>
  requestsOf(tx, scope).where("r.id", "=", id).select(whole).forUpdate("r").executeTakeFirst();

/** Who asks. */
export type Asker = Orderer & { membershipId: string };
type AskedOrder = {
  customerId: string;
  productId: string;
  instanceId: string | null;
  userId: string | null;
  change: WireChange;
  details: FormValues;
};

/** Finds a request of somebody for the very same that waits for a decision. */
export const findSame = (db: Db, { resellerId, membershipId }: Asker, asked: AskedOrder, today: string) =>
  db
    .selectFrom("requests as r")
    .where("r.reseller_id", "=", resellerId)
    .where("r.membership_id", "=", membershipId)
    .where(isOpen(today))
    .where("r.customer_id", "=", asked.customerId)
    .where("r.product_id", "=", asked.productId)
    .where("r.instance_id", "is not distinct from", asked.instanceId)
    .where("r.user_id", "is not distinct from", asked.userId)
    .where(sql<SqlBool>`r.change = ${JSON.stringify(asked.change)}::jsonb`)
    .where(sql<SqlBool>`r.details = ${JSON.stringify(asked.details)}::jsonb`)
    .select("r.id")
    .executeTakeFirst();

export type NewRequest = AskedOrder & {
  id: string;
  what: string;
  note: string;
  proposal: WireProposal;
  spendMinor: bigint | null;
  askedAs: OrderRole;
  askedAt: Date;
  expiresOn: string;
};

export const insertRequest = async (tx: Tx, actor: Asker, request: NewRequest): Promise<void> =>
  void (await tx
    .insertInto("requests")
    .values({
      reseller_id: actor.resellerId,
      id: request.id,
      customer_id: request.customerId,
      product_id: request.productId,
      instance_id: request.instanceId,
      user_id: request.userId,
      change: JSON.stringify(request.change),
      details: JSON.stringify(request.details),
      what: request.what,
      note: request.note,
      proposal: JSON.stringify(request.proposal),
      spend_minor: request.spendMinor,
      membership_id: actor.membershipId,
      asked_by: actor.personId,
      asked_by_name: actor.displayName,
      asked_as: request.askedAs,
      behind_id: actor.behindId,
      asked_at: request.askedAt,
      expires_on: request.expiresOn,
    })
    .execute());

export type Decided = {
  state: Exclude<RequestState, "open" | "expired">;
  reason?: string;
  orderId?: string;
};

export const decideRequest = async (
  tx: Tx,
  { resellerId, personId, displayName }: TenantActor,
  id: string,
  { state, reason, orderId }: Decided,
  now: Date,
): Promise<void> =>
  void (await tx
    .updateTable("requests")
    .set({
      state,
      reason: reason ?? null,
      order_id: orderId ?? null,
      decided_by: personId,
      decided_by_name: displayName,
      decided_at: now,
    })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", id)
    .execute());

/** Finds whoever asked, to tell them what became of it; undefined if they are gone. */
export const findAsker = (db: Db, resellerId: string, membershipId: string) =>
  db
    .selectFrom("memberships")
    .where("reseller_id", "=", resellerId)
    .where("id", "=", membershipId)
    .where("status", "=", "Active")
    .select(["person_id", "email", "first_name"])
    .executeTakeFirst();

/** Marks the requests of all resellers whose last day is over, and returns them with who asked. */
export async function markExpired(tx: Tx, today: string, now: Date) {
  const { rows } = await sql<{
    reseller_id: string;
    id: string;
    customer_id: string;
    customer_name: string;
    product_id: string;
    what: string;
    membership_id: string;
  }>`
    update requests r set state = 'expired', decided_at = ${now} from customers c
    where r.state = 'open' and r.expires_on < ${today}::date and c.reseller_id = r.reseller_id and c.id = r.customer_id
    returning r.reseller_id, r.id, r.customer_id, c.name as customer_name, r.product_id, r.what, r.membership_id`.execute(
    tx,
  );
  return rows;
}
