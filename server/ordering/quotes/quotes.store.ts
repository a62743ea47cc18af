import type { QuoteState } from "@tradewind/domain/ordering/quotes.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql, type Selectable, type SqlBool } from "kysely";
import type { TenantActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";
import { nameMatches } from "../../platform/sql.ts";
import type { Quotes } from "../../platform/schema.gen.ts";

export const pageSize = 50;
type Reader = Scope & Pick<TenantActor, "membershipId">;

const columns = [
  "q.reseller_id",
  "q.id",
  "q.number",
  "q.version",
  "q.title",
  "q.message",
  "q.recipient_name",
  "q.recipient_email",
  "q.currency",
  "q.valid_until",
  "q.state",
  "q.made_by_name",
  "q.made_at",
  "q.membership_id",
  "q.behind_id",
  "q.behind",
  "q.sent_by_name",
  "q.sent_at",
  "q.opened_at",
  "q.ended_at",
  "q.signer_name",
  "q.signer_ip",
  "q.signer_device",
  "q.signature",
  "q.decline_reason",
  "q.changed_at",
] as const;

/** Quotes of the reseller; for those who see only some customers or products, their own, and only if they see all of it. */
const quotesOf = (db: Db, { membershipId, ...scope }: Reader) =>
  db
    .selectFrom("quotes as q")
    .where("q.reseller_id", "=", scope.resellerId)
    .$if(Boolean(scope.restriction), (query) =>
      query.where("q.maker_membership_id", "=", membershipId).where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("quote_orders as o")
              .whereRef("o.reseller_id", "=", "q.reseller_id")
              .whereRef("o.quote_id", "=", "q.id")
              .where(
                sql<SqlBool>`not (${ofOwnCustomer(scope, "o.customer_id")} and ${ofOwnProduct(scope, "o.product_id")})`,
              )
              .select("o.position"),
          ),
        ),
      ),
    );

const documentHash = sql<string | null>`(
  select d.sha256 from quote_documents d where d.reseller_id = q.reseller_id and d.quote_id = q.id)`.as(
  "document_hash",
);

export const findQuote = (db: Db, reader: Reader, id: string) =>
  quotesOf(db, reader).where("q.id", "=", id).select(columns).select(documentHash).executeTakeFirst();
export type QuoteRow = NonNullable<Awaited<ReturnType<typeof findQuote>>>;

/** Like `findQuote`, and locks the row until the transaction ends. */
export const lockQuote = (tx: Tx, reader: Reader, id: string) =>
  quotesOf(tx, reader).where("q.id", "=", id).select(columns).forUpdate().executeTakeFirst();

/** The state that a quote shows on a day, as `quoteStateOn` decides it. */
const isShown = (state: QuoteState, today: string) =>
  state === "expired"
    ? sql<SqlBool>`q.state = 'sent' and q.valid_until < ${today}`
    : state === "sent"
      ? sql<SqlBool>`q.state = 'sent' and q.valid_until >= ${today}`
      : sql<SqlBool>`q.state = ${state}`;

type Wanted = { state: QuoteState | undefined; customerId: string | undefined; search: string };

/** Lists a page of quotes, newest first. Search finds a number however it is typed: Q-00012, 12. */
export const listQuotes = (
  db: Db,
  reader: Reader,
  { state, customerId, search }: Wanted,
  today: string,
  after: string | undefined,
) => {
  const number = /^(?:q-?)?0*(\d{1,9})$/i.exec(search)?.[1];
  const named = sql<SqlBool>`(${nameMatches("q.title", search)} or ${nameMatches("q.recipient_name", search)})`;
  return quotesOf(db, reader)
    .$if(state !== undefined, (query) => query.where(isShown(state!, today)))
    .$if(customerId !== undefined, (query) =>
      query.where((where) =>
        where.exists(
          where
            .selectFrom("quote_orders as o")
            .whereRef("o.reseller_id", "=", "q.reseller_id")
            .whereRef("o.quote_id", "=", "q.id")
            .where("o.customer_id", "=", customerId!)
            .select("o.position"),
        ),
      ),
    )
    .$if(search !== "", (query) =>
      query.where(number === undefined ? named : sql<SqlBool>`(${named} or q.number = ${number}::int)`),
    )
    .$if(after !== undefined, (query) => query.where("q.id", "<", after!))
    .select([
      "q.id",
      "q.number",
      "q.title",
      "q.state",
      "q.currency",
      "q.recipient_name",
      "q.valid_until",
      "q.made_by_name",
      "q.made_at",
    ])
    .orderBy("q.id", "desc")
    .limit(pageSize + 1)
    .execute();
};

/** Takes the next number. Whoever calls it has taken the reseller's turn. */
export async function nextNumber(tx: Tx): Promise<number> {
  const { rows } = await sql<{ next: number }>`select next_quote_number() as next`.execute(tx);
  return rows[0]!.next;
}

export type QuoteText = {
  title: string;
  message: string;
  recipient_name: string;
  recipient_email: string;
  valid_until: string;
};

export const insertQuote = async (
  tx: Tx,
  quote: QuoteText & { resellerId: string; id: string; number: number; currency: Currency; now: Date },
  { membershipId, personId, displayName, behind, behindId }: TenantActor,
): Promise<void> => {
  const { resellerId, now, ...text } = quote;
  await tx
    .insertInto("quotes")
    .values({
      ...text,
      reseller_id: resellerId,
      maker_membership_id: membershipId,
      membership_id: membershipId,
      made_by: personId,
      made_by_name: displayName,
      behind_id: behindId,
      behind,
      made_at: now,
      changed_at: now,
    })
    .execute();
};

export const updateDraft = async (tx: Tx, resellerId: string, id: string, text: QuoteText, now: Date): Promise<void> =>
  void (await tx
    .updateTable("quotes")
    .set({ ...text, version: sql`version + 1`, changed_at: now })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", id)
    .execute());

type Step = Partial<
  Pick<
    Selectable<Quotes>,
    | "state"
    | "sent_by_name"
    | "sent_at"
    | "opened_at"
    | "ended_at"
    | "signer_name"
    | "signer_ip"
    | "signer_device"
    | "signature"
    | "decline_reason"
    | "membership_id"
    | "behind_id"
    | "behind"
  >
>;

export const updateQuote = async (tx: Tx, resellerId: string, id: string, step: Step, now: Date): Promise<void> =>
  void (await tx
    .updateTable("quotes")
    .set({ ...step, changed_at: now })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", id)
    .execute());

/** The quote's document as it was sent. */
export const insertDocument = async (
  tx: Tx,
  resellerId: string,
  quoteId: string,
  { bytes, sha256, made_at }: { bytes: Buffer; sha256: string; made_at: Date },
): Promise<void> =>
  void (await tx
    .insertInto("quote_documents")
    .values({ reseller_id: resellerId, quote_id: quoteId, bytes, sha256, made_at })
    .execute());

export const findDocument = (db: Db, resellerId: string, quoteId: string) =>
  db
    .selectFrom("quote_documents")
    .where("reseller_id", "=", resellerId)
    .where("quote_id", "=", quoteId)
    .select(["bytes", "sha256"])
    .executeTakeFirst();

/** Puts a link in the place of the one before. */
export const putLink = async (tx: Tx, resellerId: string, quoteId: string, hash: Buffer, now: Date): Promise<void> =>
  void (await tx
    .insertInto("quote_links")
    .values({ reseller_id: resellerId, quote_id: quoteId, link_hash: hash, made_at: now })
    .onConflict((conflict) =>
      conflict.columns(["reseller_id", "quote_id"]).doUpdateSet({ link_hash: hash, made_at: now }),
    )
    .execute());

export const deleteLink = async (tx: Tx, resellerId: string, quoteId: string): Promise<void> =>
  void (await tx
    .deleteFrom("quote_links")
    .where("reseller_id", "=", resellerId)
    .where("quote_id", "=", quoteId)
    .execute());

/** Finds to whose quote a link leads, before anything of its reseller may be read; a suspended one's lead nowhere. */
export const findLink = (db: Db, hash: Buffer) =>
  db
    .selectFrom("quote_links as l")
    .innerJoin("resellers as r", "r.id", "l.reseller_id")
    .where("l.link_hash", "=", hash)
    .where("r.status", "=", "Active")
    .select(["l.reseller_id", "l.quote_id"])
    .executeTakeFirst();

/** Finds a quote for whoever has its link, or for its job. */
export const findQuoteItself = (db: Db, resellerId: string, id: string) =>
  db
    .selectFrom("quotes as q")
    .where("q.reseller_id", "=", resellerId)
    .where("q.id", "=", id)
    .select(columns)
    .select(documentHash)
    .executeTakeFirst();

export const lockQuoteItself = (tx: Tx, resellerId: string, id: string) =>
  tx
    .selectFrom("quotes as q")
    .where("q.reseller_id", "=", resellerId)
    .where("q.id", "=", id)
    .select(columns)
    .forUpdate()
    .executeTakeFirst();

/** The address of whoever sent a quote, to tell them what became of it. */
export const findSender = (db: Db, resellerId: string, membershipId: string) =>
  db
    .selectFrom("memberships")
    .where("reseller_id", "=", resellerId)
    .where("id", "=", membershipId)
    .where("status", "=", "Active")
    .select(["person_id", "email", "first_name", "last_name"])
    .executeTakeFirst();

type Expiring = {
  id: string;
  number: number;
  title: string;
  recipient_name: string;
  valid_until: string;
  email: string;
  first_name: string;
};

/** Marks the quotes of all resellers that end within the days and were not told of, and returns them with their senders. */
export async function markExpiring(
  tx: Tx,
  { from, until }: { from: string; until: string },
  now: Date,
): Promise<readonly Expiring[]> {
  const { rows } = await sql<Expiring>`
    update quotes q set reminded_at = ${now} from memberships m
    where q.state = 'sent' and q.reminded_at is null and q.valid_until between ${from} and ${until}
      and m.reseller_id = q.reseller_id and m.id = q.membership_id and m.status = 'Active'
    returning q.id, q.number, q.title, q.recipient_name, q.valid_until::text, m.email, m.first_name`.execute(tx);
  return rows;
}
