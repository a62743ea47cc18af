/** A port as the operator's people see it, for tests and pictures. */
import type { PortWork } from "@tradewind/contract/ordering/number-ports.ts";

export const portId = "019a0000-0000-7000-8000-0000000000f7";

export const portOf = (changes: Partial<PortWork> = {}): PortWork => ({
  Id: portId,
  Number: "P-000000F7",
  State: "requested",
  SiteId: "019a0000-0000-7000-8000-0000000000b1",
  SiteName: "Head office",
  SitePostcode: "BS1 4AA",
  Numbers: ["+441174960100 to +441174960109"],
  Count: 10,
  Line: "multi",
  IsPartOfRange: false,
  Provider: "Old Telecom",
  AccountNumber: "GB1234",
  MainNumber: "0117 496 0100",
  BillingPostcode: "BS1 4AA",
  SignedBy: "Ada Lovelace",
  SignedOn: "2026-05-18",
  Letter: {
    Name: "signed-letter.pdf",
    Size: 182_400,
    Scan: "clean",
    Virus: null,
    SentBy: "Robin Tester",
    SentAt: "2026-05-20T09:30:00.000Z",
  },
  Waits: false,
  WishedOn: "2026-06-05",
  PortOn: null,
  Note: null,
  Answer: null,
  AskedBy: "Robin Tester",
  AskedAt: "2026-05-20T09:00:00.000Z",
  SettledAt: null,
  History: [{ At: "2026-05-20T09:00:00.000Z", Kind: "requested", Text: "Asked for 05/06/2026" }],
  ResellerName: "Harbour IT",
  CustomerName: "Acme Dental",
  Steps: [{ Position: 1, Text: "Make a test call in to each number", TickedBy: null, TickedAt: null }],
  ...changes,
});
