import type { NotificationCategory } from "@tradewind/contract/portal/notifications.ts";
import { viewNumber, type UserKind, type View } from "@tradewind/domain/values/permissions.ts";
import { sql, type SqlBool } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { seesSales } from "../../platform/actor.ts";
import { escapeLike, withoutAmounts } from "../../platform/sql.ts";
import { trail } from "../../platform/trail.ts";
import { ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";

/** The owner of notifications: a person in one of their memberships, with the views they hold now. */
type Owner = Scope & { membershipId: string; views: readonly View[] } & Parameters<typeof seesSales>[0];

/** What a notification says to its owner: no amounts where its company hides prices. */
const contentFor = (owner: Owner) => (seesSales(owner) ? sql<string>`content` : withoutAmounts(sql`content`));

const listed = 100;
const panelled = 50;
const week = 7 * 24 * 60 * 60 * 1000;

/**
 * Limits notifications to the owner's, without those they could not be sent any more: for want of their view, customer
 * or product, or because they are about no customer and the owner sees only some.
 */
const readable = (owner: Owner) =>
  sql<SqlBool>`${sql.join(
    [
      sql`reseller_id = ${owner.resellerId}::uuid and membership_id = ${owner.membershipId}::uuid`,
      sql`view = any(${owner.views.map(viewNumber)}::smallint[])`,
      ...(owner.restriction?.customers ? [sql`not every_customer`] : []),
      ...(owner.restriction
        ? [
            sql`(customer_id is null or ${ofOwnCustomer(owner, "customer_id")})`,
            sql`(product_id is null or ${ofOwnProduct(owner, "product_id")})`,
          ]
        : []),
    ],
    sql` and `,
  )}`;

const notificationsOf = (db: Db, owner: Owner) => db.selectFrom("notifications").where(readable(owner));

export const listNotifications = (
  db: Db,
  owner: Owner,
  wanted: { status: "all" | "new" | "read"; category: NotificationCategory | undefined; search: string },
) =>
  notificationsOf(db, owner)
    .$if(wanted.status !== "all", (query) => query.where("status", "=", wanted.status as "new"))
    .$if(wanted.category !== undefined, (query) => query.where("category", "=", wanted.category!))
    .$if(wanted.search !== "", (query) =>
      query.where(sql<SqlBool>`${contentFor(owner)} ilike ${`%${escapeLike(wanted.search)}%`}`),
    )
    .select(["id", "status", "category", contentFor(owner).as("content"), "created_at", "link"])
    .orderBy("id", "desc")
    .limit(listed)
    .execute();
export type NotificationRow = Awaited<ReturnType<typeof listNotifications>>[number];

export async function countNew(db: Db, owner: Owner): Promise<number> {
  const { count } = await notificationsOf(db, owner)
    .where("status", "=", sql.lit("new"))
    .select((select) => select.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Lists this week's open notices about services. Failures are not among them: the dashboard lists those as to do. */
export const listDropzone = (db: Db, owner: Owner, now: Date) =>
  notificationsOf(db, owner)
    .where("created_at", ">", new Date(now.getTime() - week))
    .where("service_name", "is not", null)
    .where("closed_at", "is", null)
    .select(["id", "created_at", "service_name", contentFor(owner).as("content")])
    .orderBy("id", "desc")
    .limit(panelled)
    .execute();

const change = (tx: Tx, owner: Owner) => tx.updateTable("notifications").where(readable(owner));

export const setStatus = (tx: Tx, owner: Owner, id: string, status: "new" | "read") =>
  change(tx, owner).set({ status }).where("id", "=", id).returning("id").executeTakeFirst();

export const readAll = (tx: Tx, owner: Owner) =>
  change(tx, owner).set({ status: "read" }).where("status", "=", sql.lit("new")).execute();

export const closeNotice = (tx: Tx, owner: Owner, id: string, now: Date) =>
  change(tx, owner)
    .set({ status: "read", closed_at: now })
    .where("id", "=", id)
    .where("service_name", "is not", null)
    .returning("id")
    .executeTakeFirst();

export type Notice = {
  resellerId: string;
  category: NotificationCategory;
  content: string;
  link: string | null;
  /** The service concerned; if set, the notification also appears among the service notices. */
  serviceName?: string;
  now: Date;
  /**
   * The recipients: people of these kinds who hold the view, and of a customer's own people only those of this
   * customer.
   */
  view: View;
  kinds: readonly Exclude<UserKind, "admin">[];
  customerId: string | null;
  /** The product concerned: people restricted to others are not notified. */
  productId?: string;
  /** The vendor concerned, by id: people restricted to products of others are not notified. */
  vendor?: string;
  /** Whether it can be about any product: people restricted to some are not notified. */
  ofEveryProduct?: boolean;
  /** The only recipient among people restricted to some customers, for a notice about no customer. */
  restrictedOnly?: string;
  /** The only recipient among the reseller's people, and the person to leave out because they caused it. */
  onlyPersonId?: string | null;
  butPersonId?: string | null;
};

/** Notifies everyone concerned, with the commit, and wakes their open pages. */
export async function notify(tx: Tx, notice: Notice): Promise<void> {
  const insert = sql`
    insert into notifications (reseller_id, membership_id, category, content, link, service_name, customer_id, product_id, view, every_customer, every_product, created_at)
    select m.reseller_id, m.id, ${notice.category}::text, ${notice.content.slice(0, 1000)}::text, ${notice.link}::text,
           ${notice.serviceName ?? null}::text, ${notice.customerId}::uuid, coalesce(${notice.productId ?? null}::text, seen.id), ${viewNumber(notice.view)}::smallint,
           ${notice.restrictedOnly ?? null}::uuid is not null and m.person_id <> ${notice.restrictedOnly ?? null}::uuid,
           ${notice.ofEveryProduct ?? false}::boolean, ${notice.now}::timestamptz
    from memberships m
    left join lateral (
      select min(p.id) as id from products p where m.only_products is not null and p.fulfiller = ${notice.vendor ?? null}::text and p.id = any(m.only_products)) seen on true
    where m.reseller_id = ${notice.resellerId}::uuid and m.status = 'Active' and m.kind = any(${[...notice.kinds]}::text[])
      and (m.customer_id is null or m.customer_id = ${notice.customerId}::uuid)
      and ${viewNumber(notice.view)}::smallint = any(m.views)
      and (not m.only_customers or ${notice.customerId}::uuid is null or 
        ${notice.customerId}::uuid in (select customer_id from customers_of(m.reseller_id, m.id)))
      and (${notice.productId ?? null}::text is null or m.only_products is null or ${notice.productId ?? null}::text = any(m.only_products))
      and (${notice.vendor ?? null}::text is null or m.only_products is null or seen.id is not null)
      and (not ${notice.ofEveryProduct ?? false}::boolean or m.only_products is null)
      and (${notice.restrictedOnly ?? null}::uuid is null or not m.only_customers or m.person_id = ${notice.restrictedOnly ?? null}::uuid)
      and (${notice.onlyPersonId ?? null}::uuid is null or m.person_id = ${notice.onlyPersonId ?? null}::uuid)
      and m.person_id is distinct from ${notice.butPersonId ?? null}::uuid`;
  trail(tx, { compile: () => insert.compile(tx) });
  trail(
    tx,
    tx.insertInto("events").values({
      reseller_id: notice.resellerId,
      topics: ["notifications"],
      customer_id: notice.customerId,
    }),
  );
}

/** Notifies people who see invoices of documents just issued, in one statement for all resellers. */
export async function notifyOfInvoices(
  tx: Tx,
  documents: readonly { resellerId: string; id: string }[],
  now: Date,
): Promise<void> {
  // The recipients are selected first: the operator's role, which issues credits by hand, reads no notifications.
  await sql`
    with recipients as materialized (
      select i.reseller_id, m.id, case i.kind when 'invoice' then 'Invoice ' || i.number || ' was issued. It is due on ' || to_char(i.due_on, 'DD/MM/YYYY') || '.'
                                              else 'Credit memo ' || i.number || ' was issued.' end as content,
        case i.kind when 'invoice' then '/billing/invoice-detail/' else '/billing/credit-memo-detail/' end || i.id as link
      from unnest(${documents.map(({ resellerId }) => resellerId)}::uuid[], ${documents.map(({ id }) => id)}::uuid[]) as d (reseller_id, id)
      join invoices i on i.reseller_id = d.reseller_id and i.id = d.id
      join memberships m on m.reseller_id = i.reseller_id
      where m.status = 'Active' and m.kind in ('reseller', 'engineer')
        and ${viewNumber("billing")}::smallint = any(m.views) and not m.only_customers and m.only_products is null
    ),
    told as (
      insert into notifications (reseller_id, membership_id, category, content, link, view, created_at)
      select reseller_id, id, 'Billing', content, link, ${viewNumber("billing")}::smallint, ${now} from recipients
    )
    insert into events (reseller_id, topics) select distinct reseller_id, array['notifications'] from recipients`.execute(
    tx,
  );
}
