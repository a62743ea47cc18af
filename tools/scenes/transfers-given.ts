const customerId = "019a0000-0000-7000-8000-0000000000c1";
const id = "019a0000-0000-7000-8000-0000000000f1";
export const transfersAddress = `/customers/customer/${customerId}/transfers`;
const path = `/api/customers/${customerId}/transfers`;

const name = "Microsoft 365 Business Standard";
const transfer = {
  Id: id,
  VendorName: "Microsoft",
  Direction: "in",
  State: "pending",
  PartnerName: "Northwind IT Services",
  PartnerTenantId: "6c1e4d53-2b1a-4c8d-9e6f-5a4b3c2d1e0f",
  CustomerEmail: "office@acme.example",
  RequestedBy: "Robin Hughes",
  AskedAt: "2026-11-20T09:05:00.000Z",
  Since: "2026-11-20T09:05:00.000Z",
  Until: "2026-12-20T09:05:00.000Z",
  MovedOn: null as string | null,
  Message: null as string | null,
  Lines: [] as object[],
};
const stayed = { Name: "Visio Plan 2", Quantity: 2, TermUntil: null, State: "stayed" };
const came = {
  ...transfer,
  State: "came",
  MovedOn: "2026-11-23",
  Lines: [
    { Name: name, Quantity: 12, TermUntil: "2027-03-14", State: "came", Reason: null },
    { Name: "Microsoft Defender for Office 365", Quantity: 12, TermUntil: "2027-03-14", State: "came", Reason: null },
    { ...stayed, Reason: "Microsoft refused this: The product isn't sold in the target partner's region (900145)." },
  ],
};
const expired = {
  ...transfer,
  Id: "019a0000-0000-7000-8000-0000000000f2",
  State: "expired",
  AskedAt: "2026-09-02T08:30:00.000Z",
  Message: "Northwind IT Services did not accept the transfer in time.",
};
const customer = {
  [`/api/customers/${customerId}`]: { Id: customerId, Name: "Acme Dental", ContactEmail: "office@acme.example" },
};
const Vendors = [{ Id: "microsoft", Name: "Microsoft", HasTenant: true, ReadAt: null, Most: 25 }];
const charge = (Description: string, Minor: string) => ({
  Description,
  From: "2026-11-23",
  Until: "2026-12-14",
  Quantity: 12,
  Amount: { Minor, Currency: "GBP" },
});
const line = (Name: string, UnitCost: string) => ({
  Name,
  Quantity: 12,
  Unit: "Licence",
  TermUntil: "2027-03-14",
  UnitCost,
  Billing: "monthly",
});

/** The page of a customer with a transfer under way. */
export const transferNotice = {
  [`/api/customers/${customerId}`]: {
    Id: customerId,
    Name: "Acme Dental",
    Status: "Active",
    SuspendedAt: null,
    OrganisationType: "Commercial",
  },
  [`/api/customers/${customerId}/services`]: { Items: [] },
  [`/api/customers/${customerId}/services/ended`]: { Items: [] },
  [path]: { Items: [transfer, expired], Vendors, Next: null },
};
export const noTransfers = { ...customer, [path]: { Items: [], Vendors, Next: null } };
export const pendingTransfer = { ...customer, [path]: { Items: [transfer, expired], Vendors, Next: null } };
export const transferCame = {
  ...customer,
  [path]: { Items: [came, expired], Vendors, Next: null },
  [`/api/transfers/${id}/proposal`]: {
    Hash: "a".repeat(64),
    CameOn: "2026-11-23",
    Lines: [line(name, "9.40"), line("Microsoft Defender for Office 365", "1.60")],
    Left: [],
    Charges: [charge(name, "7896"), charge("Microsoft Defender for Office 365", "1344")],
    Total: { Minor: "9240", Currency: "GBP" },
  },
};
const asked = {
  ...transfer,
  Id: "019a0000-0000-7000-8000-0000000000f3",
  Direction: "out",
  State: "asked",
  PartnerName: "Fabrikam Cloud",
  RequestedBy: null as string | null,
};
const gone = {
  ...asked,
  State: "left",
  RequestedBy: "Robin Hughes",
  MovedOn: "2026-11-24",
  Lines: [
    { Name: name, Quantity: 12, TermUntil: "2027-03-14", State: "left", Reason: null },
    { ...stayed, Reason: "Microsoft refused this: The product isn't sold in the target partner's region (900145)." },
  ],
};
const ours = (last: string, Name: string, With: string | null) => ({
  Id: `019a0000-0000-7000-8000-0000000000${last}`,
  Name,
  Quantity: 12,
  Unit: "Licence",
  TermUntil: "2027-03-14",
  IsChosen: true,
  With,
});
export const transferAsked = {
  ...customer,
  [path]: { Items: [asked, expired], Vendors: [{ ...Vendors[0], ReadAt: "2026-11-24T16:20:00.000Z" }], Next: null },
  [`/api/transfers/${asked.Id}/release/proposal`]: {
    Hash: "b".repeat(64),
    Lines: [
      ours("a1", name, null),
      ours("a2", "Microsoft Defender for Office 365", name),
      ours("a3", "Visio Plan 2", null),
    ],
    Charges: [
      charge(name, "-6768"),
      charge("Microsoft Defender for Office 365", "-1152"),
      charge("Visio Plan 2", "-8100"),
    ],
    Total: { Minor: "-16020", Currency: "GBP" },
  },
};
export const transferLeft = { ...customer, [path]: { Items: [gone, expired], Vendors, Next: null } };
export const everyTransferGiven = {
  "/api/operator/transfers": {
    Items: [{ ...transfer, ResellerName: "Harbour IT", CustomerName: "Acme Dental" }],
    Next: null,
  },
};
