/** Credit with some history, and codes in every state, which the demo does not have. */
const pounds = (minor: number) => ({ Minor: String(minor), Currency: "GBP" });
const idOf = (n: number) => `019a0000-0000-7000-8000-0000000000c${n}`;

const event = { Hint: null, Reason: null, InvoiceId: null, Number: null, Left: null };
const used = { InvoiceId: idOf(9), Number: "TW-000042" };
export const someCredit = {
  "/api/credit": {
    Balance: pounds(26_050),
    OnItsWay: pounds(0),
    Items: [
      {
        ...event,
        Id: idOf(1),
        On: "2026-11-20",
        Kind: "payment",
        Amount: pounds(20_000),
        Left: pounds(20_000),
        Balance: pounds(26_050),
      },
      { ...event, ...used, Id: idOf(2), On: "2026-11-12", Kind: "spent", Amount: pounds(-8950), Balance: pounds(6050) },
      {
        ...event,
        Id: idOf(3),
        On: "2026-11-04",
        Kind: "code",
        Hint: "7QXK",
        Reason:
          "For the outage of Hosted Voice on 29 October, with our apologies to everybody who could not be reached",
        Amount: pounds(10_000),
        Left: pounds(6050),
        Balance: pounds(15_000),
      },
      {
        ...event,
        Id: idOf(4),
        On: "2026-10-15",
        Kind: "code",
        Hint: "M2PD",
        Reason: "Welcome to Tradewind",
        Amount: pounds(5000),
        Left: pounds(0),
        Balance: pounds(5000),
      },
    ],
    Next: null,
    Transfer: {
      Reference: "CR-7F3A09B1",
      BankDetails: ["Avonmouth Bank", "Tradewind Distribution Ltd", "Sort code 20-00-00", "Account 55779911"],
    },
  },
};

const code = {
  OnlyFor: "Harbour IT",
  ValidUntil: "2027-02-21",
  IssuedBy: "Olive Operator",
  IssuedAt: "2026-11-20T10:12:00.000Z",
  ApprovedBy: null,
  RedeemedBy: null,
  RedeemedAt: null,
  WithdrawnBy: null,
  MayApprove: false,
};
export const someCodes = {
  "/api/operator/credit-codes": {
    Items: [
      {
        ...code,
        Id: idOf(1),
        Hint: "T9WE",
        Amount: pounds(75_000),
        State: "waiting",
        Reason: "For the price that we told them in September",
        MayApprove: true,
      },
      {
        ...code,
        Id: idOf(2),
        Hint: "K4MN",
        Amount: pounds(20_000),
        State: "open",
        Reason: "For the outage of 19 November",
      },
      {
        ...code,
        Id: idOf(3),
        Hint: "7QXK",
        Amount: pounds(10_000),
        State: "redeemed",
        Reason: "For the outage of Hosted Voice on 29 October",
        RedeemedBy: "Harbour IT",
        RedeemedAt: "2026-11-04T09:20:00.000Z",
      },
      {
        ...code,
        Id: idOf(4),
        Hint: "P2RS",
        Amount: pounds(2500),
        State: "withdrawn",
        OnlyFor: null,
        Reason: "Given out at the partners’ day",
        WithdrawnBy: "Olive Operator",
      },
      {
        ...code,
        Id: idOf(5),
        Hint: "W8YZ",
        Amount: pounds(1500),
        State: "expired",
        OnlyFor: null,
        ValidUntil: "2026-10-31",
        Reason: "Spring offer",
      },
    ],
    Next: null,
  },
};
