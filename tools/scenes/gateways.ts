import { operator, type Scene } from "./scene.ts";

const gbp = (minor: number) => ({ Minor: String(minor), Currency: "GBP" });
const eur = (minor: number) => ({ Minor: String(minor), Currency: "EUR" });
const id = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const read = "2026-11-27T04:00:00.000Z";
const standing = (Name: string, Ours: object, changes: object = {}) => ({
  Gateway: Name.toLowerCase(),
  Name,
  Ours,
  Theirs: Ours,
  ReadAt: read,
  Explained: gbp(0),
  Differences: 0,
  Fees: gbp(48_216),
  ReadUntil: read,
  ...changes,
});
const difference = (n: number, changes: object) => ({
  Id: id(n),
  Gateway: "stripe",
  Name: "Stripe",
  Ref: `pi_3Qk${n}T7x2LbVfWc`,
  ResellerName: null,
  Number: null,
  Words: null,
  State: "open",
  Reason: null,
  DecidedBy: null,
  ClosedAt: null,
  Version: 0,
  ...changes,
});
const payout = (n: number, Name: string, minor: number, changes: object = {}) => ({
  Gateway: Name.toLowerCase(),
  Name,
  Ref: Name === "Stripe" ? `po_1Qk${n}T7x2LbVf` : `PO00${n}KJ3`,
  Amount: gbp(minor),
  Status: "paid",
  MadeAt: `2026-11-${20 + n}T04:00:00.000Z`,
  ArrivesOn: `2026-11-${21 + n}`,
  Items: 14 + n,
  Fees: gbp(2_100 + n * 137),
  ...changes,
});
const given = {
  "/api/operator/gateway-books": {
    Items: [
      standing("GoCardless", gbp(1_284_000), { Theirs: null, Fees: gbp(9_120) }),
      standing("Stripe", gbp(3_918_244), { Theirs: gbp(3_918_244 - 9_500), Explained: gbp(-9_500), Differences: 3 }),
      standing("Zuora", eur(910_000), { Theirs: null, Explained: eur(0), Fees: eur(0) }),
    ],
  },
  "/api/operator/gateway-differences": {
    Items: [
      difference(1, {
        Cause: "amountDiffers",
        Theirs: gbp(0),
        Ours: gbp(12_000),
        ResellerName: "Harbour IT",
        Number: "TW-000123",
        Since: "2026-11-25T04:00:00.000Z",
      }),
      difference(2, {
        Cause: "unknownPayment",
        Theirs: gbp(5_000),
        Ours: gbp(0),
        Since: "2026-11-26T04:00:00.000Z",
      }),
      difference(3, {
        Cause: "unexplained",
        Ref: "txn_1Qk9T7x2LbVfWc",
        Theirs: gbp(-2_500),
        Ours: gbp(0),
        Words: "Adjustment of October",
        Since: "2026-11-27T04:00:00.000Z",
      }),
    ],
    Next: null,
  },
};
const payouts = {
  "/api/operator/gateway-payouts": {
    Items: [
      payout(6, "Stripe", 1_840_212, { Status: "onItsWay", Items: null, Fees: null }),
      payout(5, "GoCardless", 640_118),
      payout(5, "Stripe", 912_400),
      payout(4, "Stripe", 1_204_800, { Status: "failed" }),
    ],
    Next: null,
  },
};

/** What payment gateways have of the marketplace's, which the operator's staff look after. */
export const gatewayScenes: readonly Scene[] = [
  { name: "payment-gateways", who: operator, open: "/operator/payment-gateways", given, also: ["900", "dark"] },
  { name: "payment-gateways-none", who: operator, open: "/operator/payment-gateways" },
  {
    name: "payment-gateways-aside",
    who: operator,
    open: "/operator/payment-gateways",
    given,
    act: async (page) =>
      page
        .getByRole("button", { name: /^Set aside:/ })
        .nth(1)
        .click(),
  },
  { name: "gateway-payouts", who: operator, open: "/operator/gateway-payouts", given: payouts, also: ["900"] },
];
