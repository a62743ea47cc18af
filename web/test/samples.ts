import type { Customer, CustomerListed, customers } from "@tradewind/contract/customers/customers.ts";
import type { User } from "@tradewind/contract/access/users.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";

/** A customer as the server returns it. */
export const acme: Customer = {
  Id: "019a0000-0000-7000-8000-000000000001",
  Name: "Acme Dental",
  Status: "Active",
  OrganisationType: "Commercial",
  Services: 2,
  Users: 3,
  Created: "2026-03-04T09:00:00.000Z",
  Address1: null,
  Address2: null,
  TownCity: null,
  County: null,
  PostCode: null,
  Country: "GB",
  Domain: null,
  ContactName: null,
  ContactEmail: null,
  Telephone: null,
  SuspendedAt: null,
  NamedAlike: false,
};

/** It in the list, as it stands. */
export const acmeListed: Customer & CustomerListed = {
  ...acme,
  Monthly: { Minor: "123450", Currency: "GBP" },
  NextRenewal: "2026-12-24",
  Troubles: 0,
};

/** The counts of a reseller without customers. */
export const noCustomers: ResultOf<typeof customers.count> = {
  Total: 0,
  Active: 0,
  Suspended: 0,
  WithServices: 0,
  WithoutServices: 0,
  InTrouble: 0,
  Renewing: 0,
  Types: { Commercial: 0, Charity: 0, Education: 0, Government: 0 },
  Products: [],
};

/** An ordinary engineer. */
export const jamie: User = {
  Id: "019a0000-0000-7000-8000-000000000001",
  Name: "Jamie Okonkwo",
  UserName: "jamie@harbour.example",
  Email: "jamie@harbour.example",
  Telephone: null,
  JobTitle: null,
  Kind: "engineer",
  CustomerId: null,
  CustomerName: null,
  LastSignedIn: null,
  MfaOn: false,
  MfaRequired: false,
  HasPassword: true,
  MustReset: false,
  State: "Active",
  IsSelf: false,
  Portals: [],
  May: ["suspend"],
};
