import { sql, type RawBuilder, type SqlBool } from "kysely";

/** A restriction to part of the company. The policies of `app_restricted` enforce the same in the database. */
export type Restriction = {
  /** The restricted membership; its customers are in `membership_customers`. */
  membershipId: string;
  /** Whether only some customers are visible. */
  customers: boolean;
  /** The only visible products; null for all. */
  products: ReadonlySet<string> | null;
};

/** The rows a query may show: a reseller's, one customer's, or a restricted person's part. */
export type Scope = { resellerId: string; customerId: string | null; restriction?: Restriction | null };

/** Limits a query to a restricted person's customers, by the column that names the customer; true for everyone else. */
export const ofOwnCustomer = ({ resellerId, restriction }: Scope, column: string): RawBuilder<SqlBool> =>
  restriction?.customers
    ? sql`${sql.ref(column)} in (select customer_id from membership_customers
        where reseller_id = ${resellerId}::uuid and membership_id = ${restriction.membershipId}::uuid)`
    : sql`true`;

/** As `ofOwnCustomer`, for products. */
export const ofOwnProduct = ({ restriction }: Scope, column: string): RawBuilder<SqlBool> =>
  restriction?.products ? sql`${sql.ref(column)} = any(${[...restriction.products]}::text[])` : sql`true`;

export const mayUseProduct = ({ restriction }: Pick<Scope, "restriction">, productId: string): boolean =>
  restriction?.products?.has(productId) ?? true;
