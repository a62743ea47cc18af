import type { Allowance, OrderRole } from "@tradewind/domain/ordering/order-rules.ts";
import { sql, type Insertable } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { OrderRules } from "../../platform/schema.gen.ts";

type OfCustomer = { resellerId: string; customerId: string };
/** Of everybody in a role, from the first day of the month on. */
const spent = ({ customerId }: OfCustomer, role: OrderRole, month: string) =>
  sql<bigint>`spent_since(${customerId}::uuid, ${role}, ${month}::date at time zone 'UTC')`;

const rulesOf = (db: Db, { resellerId, customerId }: OfCustomer) =>
  db.selectFrom("order_rules").where("reseller_id", "=", resellerId).where("customer_id", "=", customerId);

export const findOrderRules = (db: Db, of: OfCustomer) =>
  rulesOf(db, of)
    .select(["version", "admins", "admins_limit_minor", "colleagues", "colleagues_limit_minor", "second_person"])
    .executeTakeFirst();

/** Finds what those in a role may order, and what counts against it; undefined for a customer without rules. */
export const findAllowance = (db: Db, of: OfCustomer, role: OrderRole, month: string): Promise<Allowance | undefined> =>
  rulesOf(db, of)
    .select([`${role} as mode`, `${role}_limit_minor as limit`, spent(of, role, month).as("spent")])
    .executeTakeFirst();

/** Adds up what counts against each limit in a month. */
export async function sumSpent(db: Db, of: OfCustomer, month: string): Promise<Record<OrderRole, bigint>> {
  const { rows } = await sql<Record<OrderRole, bigint>>`
    select ${spent(of, "admins", month)} as admins, ${spent(of, "colleagues", month)} as colleagues`.execute(db);
  return rows[0]!;
}

/** Saves rules that nobody else changed since the version was read; tells whether it did. */
export async function saveOrderRules(
  tx: Tx,
  { version, ...rules }: Omit<Insertable<OrderRules>, "version"> & { version: number },
): Promise<boolean> {
  const { reseller_id, customer_id, ...changes } = rules;
  const saved =
    version === 0
      ? await tx
          .insertInto("order_rules")
          .values(rules)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
      : await tx
          .updateTable("order_rules")
          .set({ ...changes, version: version + 1 })
          .where("reseller_id", "=", reseller_id)
          .where("customer_id", "=", customer_id)
          .where("version", "=", version)
          .executeTakeFirstOrThrow();
  return ("numUpdatedRows" in saved ? saved.numUpdatedRows : saved.numInsertedOrUpdatedRows) === 1n;
}
