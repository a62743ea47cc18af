import type { Customer, CustomerItem, CustomerListed } from "@tradewind/contract/customers/customers.ts";
import type { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { eachDetail, type CustomerDetail } from "@tradewind/domain/customers/customers.ts";
import { detailColumns, type CustomerDetailRow, type CustomerDetails, type CustomerRow } from "./customers.store.ts";

export const toCustomerItem = (row: CustomerDetailRow | CustomerRow): CustomerItem => ({
  Id: row.id,
  Name: row.name,
  Status: row.status,
  OrganisationType: row.organisation_type,
  Services: row.service_count,
  Users: row.user_count,
  Created: row.created_at.toISOString(),
});

/** Costs for who may know them, in their currency. */
export const toCustomerListed = (
  row: CustomerRow,
  isKnown: boolean,
  currency: Currency | undefined,
): CustomerListed => ({
  ...toCustomerItem(row),
  Monthly: currency ? { Minor: String(row.monthly_minor), Currency: currency } : null,
  NextRenewal: isKnown && row.next_renewal !== "infinity" ? row.next_renewal : null,
  Troubles: isKnown ? row.troubles : null,
});

export const toCustomer = (row: CustomerDetailRow): Customer => ({
  ...toCustomerItem(row),
  ...eachDetail((name) => row[detailColumns[name]]),
  Country: row.country,
  SuspendedAt: row.suspended_at?.toISOString() ?? null,
  NamedAlike: row.named_alike,
});

/** Converts what was sent to columns; an empty text is none. */
export const toDetails = (sent: InputOf<typeof customerForms.add>["body"]): CustomerDetails => ({
  name: sent.name,
  organisation_type: sent.organisationTypes[0]!,
  ...(sent.Country ? { country: sent.Country } : {}),
  ...Object.fromEntries(
    Object.entries(detailColumns).map(([name, column]) => [column, sent[name as CustomerDetail] || null]),
  ),
});
