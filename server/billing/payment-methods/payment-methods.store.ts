import type { PaymentMethodType, PaymentTerm } from "@tradewind/domain/billing/payment-methods.ts";
import type { Insertable } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { PaymentMethods, PaymentPages } from "../../platform/schema.gen.ts";

export const mostListed = 100;

const methodsOf = (db: Db, resellerId: string) =>
  db.selectFrom("payment_methods").where("reseller_id", "=", resellerId).selectAll();
export type MethodRow = Awaited<ReturnType<ReturnType<typeof methodsOf>["executeTakeFirstOrThrow"]>>;

/** Lists the newest methods of a kind and status first. */
export const listMethods = (
  db: Db,
  resellerId: string,
  { kind, status, most = mostListed }: Pick<MethodRow, "kind" | "status"> & { most?: number },
) =>
  methodsOf(db, resellerId)
    .where("kind", "=", kind)
    .where("status", "=", status)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(most)
    .execute();

export const findMethods = (db: Db, resellerId: string, ids: readonly string[]) =>
  methodsOf(db, resellerId).where("id", "in", ids).execute();

/** Finds a method with what it takes to charge it; `account_ref` is of the vault's methods alone. */
export const findChargeable = (db: Db, resellerId: string, id: string) =>
  db
    .selectFrom("payment_methods as m")
    .leftJoin("payment_settings as s", "s.reseller_id", "m.reseller_id")
    .where("m.reseller_id", "=", resellerId)
    .where("m.id", "=", id)
    .select(["m.id", "m.kind", "m.status", "m.brand", "m.last_four", "m.gateway", "m.gateway_ref", "s.account_ref"])
    .executeTakeFirst();
export type ChargeableRow = NonNullable<Awaited<ReturnType<typeof findChargeable>>>;

export const insertMethod = (tx: Tx, method: Insertable<PaymentMethods>) =>
  tx.insertInto("payment_methods").values(method).returningAll().executeTakeFirstOrThrow();

/** Closes methods for good, and returns those that were not closed before. */
export const closeMethods = (tx: Tx, resellerId: string, ids: readonly string[], now: Date) =>
  tx
    .updateTable("payment_methods")
    .set({ status: "Closed", closed_at: now })
    .where("reseller_id", "=", resellerId)
    .where("id", "in", ids)
    .where("status", "=", "Active")
    .returningAll()
    .execute();

/** Says which account a method is of, after its bank moved it. */
export const renameMethod = (tx: Tx, resellerId: string, id: string, lastFour: string | null) =>
  tx
    .updateTable("payment_methods")
    .set({ last_four: lastFour })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", id)
    .execute();

/** Has a company pay by hand where it paid by a method by default, and returns whether it did. */
export async function payByHandInsteadOf(tx: Tx, resellerId: string, methodId: string): Promise<boolean> {
  const changed = await tx
    .updateTable("payment_settings")
    .set((of) => ({
      auto_pay: false,
      payment_method_type: "BankTransfer",
      default_payment_method_id: null,
      version: of("version", "+", 1),
    }))
    .where("reseller_id", "=", resellerId)
    .where("default_payment_method_id", "=", methodId)
    .returning("version")
    .executeTakeFirst();
  return changed !== undefined;
}

/** Reads a company and how it pays; whoever never chose pays by hand. */
export const findSettings = (db: Db, resellerId: string) =>
  db
    .selectFrom("resellers as r")
    .leftJoin("payment_settings as s", "s.reseller_id", "r.id")
    .where("r.id", "=", resellerId)
    .select([
      "r.name",
      "r.currency",
      "r.country",
      "r.contact_name",
      "r.billing_email",
      "r.payment_term_days",
      "s.auto_pay",
      "s.payment_term",
      "s.payment_method_type",
      "s.default_payment_method_id",
      "s.account_ref",
      "s.version",
    ])
    .executeTakeFirstOrThrow();

/** Which way of paying a company prefers; null if it never said. */
export async function preferredPaymentMethod(db: Db, resellerId: string): Promise<PaymentMethodType | null> {
  const settings = await db
    .selectFrom("payment_settings")
    .where("reseller_id", "=", resellerId)
    .where("version", ">", 0)
    .select("payment_method_type")
    .executeTakeFirst();
  return settings?.payment_method_type ?? null;
}

const ensureSettings = (tx: Tx, resellerId: string) =>
  tx
    .insertInto("payment_settings")
    .values({ reseller_id: resellerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export async function saveAccount(tx: Tx, resellerId: string, accountRef: string): Promise<void> {
  await ensureSettings(tx, resellerId);
  await tx
    .updateTable("payment_settings")
    .set({ account_ref: accountRef })
    .where("reseller_id", "=", resellerId)
    .execute();
}

export type Terms = {
  auto_pay: boolean;
  payment_term: PaymentTerm | null;
  payment_method_type: PaymentMethodType;
  default_payment_method_id: string | null;
};

/** Saves how a company pays; undefined if somebody saved it since `version`. */
export async function saveTerms(tx: Tx, resellerId: string, version: number, terms: Terms) {
  await ensureSettings(tx, resellerId);
  return tx
    .updateTable("payment_settings")
    .set({ ...terms, version: version + 1 })
    .where("reseller_id", "=", resellerId)
    .where("version", "=", version)
    .returning("version")
    .executeTakeFirst();
}

export const insertPage = (tx: Tx, page: Insertable<PaymentPages>) =>
  tx.insertInto("payment_pages").values(page).execute();

/** Finds an opening of the vault's page by its token, if nothing came back from it yet. */
export const findPage = (db: Db, resellerId: string, token: string) =>
  db
    .selectFrom("payment_pages")
    .where("reseller_id", "=", resellerId)
    .where("token", "=", token)
    .where("used", "=", false)
    .selectAll()
    .executeTakeFirst();
export type PageRow = NonNullable<Awaited<ReturnType<typeof findPage>>>;

/** Marks an opening as used; undefined if it was before. */
export const usePage = (tx: Tx, resellerId: string, token: string) =>
  tx
    .updateTable("payment_pages")
    .set({ used: true })
    .where("reseller_id", "=", resellerId)
    .where("token", "=", token)
    .where("used", "=", false)
    .returning("kind")
    .executeTakeFirst();
