import type { Customer, CustomerItem } from "@tradewind/contract/customers/customers.ts";

type CustomerRow = {
  id: string;
  name: string;
  status: Customer["Status"];
  organisation_type: Customer["OrganisationType"];
  service_count: number;
  user_count: number;
  created_at: Date;
};
type CustomerDetailRow = CustomerRow & {
  address1: string | null;
  address2: string | null;
  town_city: string | null;
  county: string | null;
  post_code: string | null;
  country: string;
  domain: string | null;
  contact_name: string | null;
  contact_email: string | null;
  telephone: string | null;
  suspended_at: Date | null;
};

export const toCustomerItem = (row: CustomerRow): CustomerItem => ({
  Id: row.id,
  Name: row.name,
  Status: row.status,
  OrganisationType: row.organisation_type,
  Services: row.service_count,
  Users: row.user_count,
  Created: row.created_at.toISOString(),
});

export const toCustomer = (row: CustomerDetailRow): Customer => ({
  ...toCustomerItem(row),
  Address1: row.address1,
  Address2: row.address2,
  TownCity: row.town_city,
  County: row.county,
  PostCode: row.post_code,
  Country: row.country,
  Domain: row.domain,
  ContactName: row.contact_name,
  ContactEmail: row.contact_email,
  Telephone: row.telephone,
  SuspendedAt: row.suspended_at?.toISOString() ?? null,
});
