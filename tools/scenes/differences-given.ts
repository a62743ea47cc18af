const unordered = "019a0000-0000-7000-8000-0000000000d4";
const difference = {
  Id: "019a0000-0000-7000-8000-0000000000d1",
  CustomerId: "019a0000-0000-7000-8000-0000000000c1",
  CustomerName: "Acme Dental",
  InstanceId: "019a0000-0000-7000-8000-0000000000e1",
  ProductName: "Microsoft 365",
  Name: "Microsoft 365 Business Standard",
  VendorName: "Microsoft",
  Kind: "quantity",
  Text: "Microsoft has 8 licences, and we have 5 licences",
  Ours: "5 licences",
  Theirs: "8 licences",
  StillBilled: null,
  State: "open",
  Since: "2026-11-20T09:05:00.000Z",
  Cause: "Changed at Microsoft, found by comparing",
  Order: null,
  ReadAt: "2026-11-25T06:02:00.000Z",
  ClosedAt: null,
  Closed: null,
  SoFar: { Minor: "617", Currency: "GBP" },
  PerMonth: { Minor: "3084", Currency: "GBP" },
  DecidedBy: null,
  Note: null,
  Cures: ["take", "ask", "accept"],
};
const differences = [
  difference,
  {
    ...difference,
    Id: "019a0000-0000-7000-8000-0000000000d2",
    CustomerId: "019a0000-0000-7000-8000-0000000000c2",
    CustomerName: "Tamar Valley Growers",
    Name: "Microsoft 365 Business Basic",
    Kind: "suspended",
    Text: "It is suspended at Microsoft, and active with us",
    Ours: "Active",
    Theirs: "Suspended",
    State: "asked",
    DecidedBy: "Robin Hughes",
    PerMonth: { Minor: "0", Currency: "GBP" },
    SoFar: null,
    Cures: ["ask", "take", "accept"],
  },
  {
    ...difference,
    Id: "019a0000-0000-7000-8000-0000000000d3",
    CustomerId: "019a0000-0000-7000-8000-0000000000c3",
    CustomerName: "Northgate Primary School",
    Name: "Exchange Online (Plan 1)",
    Kind: "ended",
    Text: "It has ended at Microsoft, and we still bill 12 licences",
    Ours: "12 licences",
    Theirs: "Ended",
    State: "accepted",
    DecidedBy: "Robin Hughes",
    Note: "Microsoft restores it by Friday, says their ticket 2611230040001234",
    PerMonth: { Minor: "-4320", Currency: "GBP" },
    SoFar: { Minor: "-864", Currency: "GBP" },
    Cause: "After order 8C1D-22F0",
    Order: { Id: "019a0000-0000-7000-8000-00008c1d22f0", InstanceId: difference.InstanceId, Number: "8C1D-22F0" },
    Cures: ["take", "accept"],
  },
];
const Hash = "a".repeat(64);
const lineOf = ({ Id, CustomerName, Name, Text }: Record<"Id" | "CustomerName" | "Name" | "Text", string>) => ({
  Id,
  CustomerName,
  Name,
  Text,
});
const taken = {
  ...lineOf(difference),
  Charges: [
    {
      Description: "Microsoft 365 Business Standard, added",
      From: "2026-11-20",
      Until: "2026-12-03",
      Quantity: 3,
      Amount: { Minor: "1336", Currency: "GBP" },
    },
  ],
  Total: { Minor: "1336", Currency: "GBP" },
};

/** Differences, which the demo has none of. */
export const parted = {
  "/api/differences": {
    Items: differences,
    Next: null,
    Totals: {
      Compared: 118,
      All: 118,
      Behind: [],
      Open: 1,
      NotCharged: { Minor: "3084", Currency: "GBP" },
      TooMuch: { Minor: "4320", Currency: "GBP" },
    },
  },
  "/api/differences/proposal": { Hash, Lines: [taken], LeftOut: [], Totals: [taken.Total] },
  "/api/operator/differences": {
    Items: [
      {
        ...difference,
        Id: unordered,
        CustomerName: "Tamar Valley Growers",
        Kind: "unknown",
        Name: "Microsoft 365 Business Basic",
        Text: "Microsoft has 5 licences that nobody ordered here",
        Ours: "Not in our book",
        Theirs: "5 licences",
        ResellerName: "Harbour IT",
        InstanceId: null,
        PerMonth: null,
        SoFar: null,
        Cause: "Bought at Microsoft, not here",
        Cures: ["adopt", "accept"],
      },
      ...differences.map((each) => ({
        ...each,
        ResellerName: "Harbour IT",
        InstanceId: null,
        PerMonth: null,
        SoFar: null,
        Cures: ["accept"],
      })),
    ],
    Next: null,
    Totals: {
      Compared: 1180,
      All: 1204,
      Open: 2,
      Behind: [
        { CustomerId: unordered, CustomerName: "Tamar Valley Growers", VendorName: "Microsoft", At: null },
        {
          CustomerId: unordered,
          CustomerName: "Acme Dental",
          VendorName: "Acronis",
          At: "2026-05-18T04:10:00.000Z",
        },
      ],
    },
  },
  [`/api/operator/differences/${unordered}/proposal`]: {
    Hash,
    Charges: [
      {
        Description: "Microsoft 365 Business Basic, added",
        From: "2026-11-20",
        Until: "2026-12-09",
        Quantity: 5,
        Amount: { Minor: "1302", Currency: "GBP" },
      },
    ],
    Total: { Minor: "1302", Currency: "GBP" },
    From: "2026-11-20",
    OfferName: "Microsoft 365 Business Basic",
    Quantity: 5,
    Unit: "Licence",
    TermFrom: "2026-11-09",
    TermUntil: "2027-11-09",
    UnitCost: "4.11",
    Billing: "monthly",
  },
};

const wish = {
  ...difference,
  Id: "019a0000-0000-7000-8000-0000000000d5",
  CustomerId: "019a0000-0000-7000-8000-0000000000c5",
  CustomerName: "Wharf Street Bakery",
  Name: "Microsoft 365 Business Premium",
  Kind: "termEnd",
  Text: "Microsoft renews it at the end of its term, and we end it",
  Ours: "Ends",
  Theirs: "Renews",
  PerMonth: { Minor: "0", Currency: "GBP" },
  SoFar: null,
  Cures: ["ask", "accept"],
};
const [, , ended] = differences;

/** Several that are taken over at once, but for one. */
export const partedOften = {
  "/api/differences": { Items: [...differences, wish], Next: null, Totals: parted["/api/differences"].Totals },
  "/api/differences/proposal": {
    Hash,
    Lines: [taken, { ...lineOf(ended!), Charges: [], Total: { Minor: "-1842", Currency: "GBP" } }],
    LeftOut: [
      {
        ...lineOf(wish),
        Reason: "This cannot be taken over from the vendor. Ask the vendor for what we have, or accept it.",
      },
    ],
    Totals: [{ Minor: "-506", Currency: "GBP" }],
  },
};

/** What parted once and is settled. */
export const settled = {
  "/api/differences": {
    Items: differences.map((each, at) => ({
      ...each,
      State: "closed",
      DecidedBy: at === 2 ? null : "Robin Hughes",
      ClosedAt: "2026-11-24T15:30:00.000Z",
      Closed: [
        "Robin Hughes took over what Microsoft has",
        "Microsoft did what Robin Hughes asked for",
        "The books agree again, without anybody’s doing here",
      ][at],
      Cures: [],
    })),
    Next: null,
    Totals: null,
  },
};
