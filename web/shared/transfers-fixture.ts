/** A transfer that waits for the other partner. */
export const pending = {
  Id: "019a0000-0000-7000-8000-0000000000f1",
  VendorName: "Microsoft",
  Direction: "in",
  State: "pending",
  PartnerName: "Northwind",
  PartnerTenantId: "6c1e4d53-2b1a-4c8d-9e6f-5a4b3c2d1e0f",
  CustomerEmail: "ada@acme.example",
  RequestedBy: "Robin Tester",
  AskedAt: "2026-05-20T13:05:00.000Z",
  Since: "2026-05-20T13:05:00.000Z",
  Until: "2026-06-19T13:05:00.000Z",
  MovedOn: null,
  Message: null,
  Lines: [],
};

export const vendors = [{ Id: "microsoft", Name: "Microsoft", HasTenant: true, ReadAt: null, Most: 25 }];
