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

/** The rows a query may show: a reseller's, one customer's, a restricted person's part, or an end user's own. */
export type Scope = {
  resellerId: string;
  customerId: string | null;
  restriction?: Restriction | null;
  /** The membership of an end user, who sees what is theirs and not their colleagues' or their company's. */
  self?: string | null;
};

/** Selects the customers of a restricted membership, by the function on which the database's policies are built as well. */
export const customersOf = (resellerId: string, membershipId: string): RawBuilder<{ customer_id: string }> =>
  sql`select customer_id from customers_of(${resellerId}::uuid, ${membershipId}::uuid)`;

/**
 * Limits a query to the caller's customers, by the column that names the customer: their own company, or those a
 * restricted person looks after; true for everyone else.
 */
export function ofOwnCustomer({ resellerId, customerId, restriction }: Scope, column: string): RawBuilder<SqlBool> {
  if (customerId !== null) return sql`${sql.ref(column)} = ${customerId}::uuid`;
  if (!restriction?.customers) return sql`true`;
  return sql`${sql.ref(column)} in (${customersOf(resellerId, restriction.membershipId)})`;
}

/** Tells whether the scope takes in every customer, so that what is kept for all of them together may be shown. */
export const isOfEveryCustomer = ({ customerId, restriction, self }: Scope): boolean =>
  customerId === null && !restriction?.customers && !self;

/** Like `ofOwnCustomer`, and for the reseller's people also rows of no customer, such as their colleagues. */
export const ofOwnCompany = (scope: Scope, column: string): RawBuilder<SqlBool> =>
  scope.customerId === null && scope.restriction?.customers
    ? sql`(${sql.ref(column)} is null or ${ofOwnCustomer(scope, column)})`
    : ofOwnCustomer(scope, column);

/** Like `ofOwnCustomer`, for products. */
export const ofOwnProduct = ({ restriction }: Scope, column: string): RawBuilder<SqlBool> =>
  restriction?.products ? sql`${sql.ref(column)} = any(${[...restriction.products]}::text[])` : sql`true`;

/** Limits a query to what an end user has themselves, by the column that names the person; true for everyone else. */
export const ofOneself = ({ self }: Scope, column: string): RawBuilder<SqlBool> =>
  self ? sql`${sql.ref(column)} = ${self}::uuid` : sql`true`;

export const mayUseProduct = ({ restriction }: Pick<Scope, "restriction">, productId: string): boolean =>
  restriction?.products?.has(productId) ?? true;
