import { sql, type RawBuilder, type SqlBool } from "kysely";

/** Somebody who looks after a part of their company only. The policies of `app_restricted` say the same to the database. */
export type Restriction = {
  /** The membership that it is of, which names its customers in `membership_customers`. */
  membershipId: string;
  /** Whether only some customers are theirs. */
  customers: boolean;
  /** The only products that are theirs; null for every one. */
  products: ReadonlySet<string> | null;
};

/** Whose rows a query may show: a reseller's, one customer's of it, or what a restricted person looks after. */
export type Scope = { resellerId: string; customerId: string | null; restriction?: Restriction | null };

/** Keeps a query to the customers of a restricted person, by the column that names one; true for everybody else. */
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
