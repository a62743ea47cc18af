import { someCodes, someCredit } from "./credit-given.ts";
import { behind, newcomer, ofCustomer, operator, press, reseller, type Scene } from "./scene.ts";

const card = (last: string, Brand: string, LastFour: string, day: string, IsDefault = false) => ({
  Id: `019a0000-0000-7000-8000-0000000000${last}`,
  PaymentMethodStatus: "Active",
  CreatedDate: `2026-${day}T10:00:00.000Z`,
  Brand,
  LastFour,
  ExpiryMonth: 4,
  ExpiryYear: 2029,
  IsDefault,
});
/** A company that pays with one of its three cards, and has a direct debit besides. */
const paying = {
  "/api/billing/payment-options": {
    AutoPay: true,
    PaymentTerm: "Net 14",
    GrantedDays: 30,
    PaymentTerms: ["Due Upon Receipt", "Net 14", "Net 30"],
    PaymentMethodType: "CreditCard",
    DefaultPaymentMethodId: "019a0000-0000-7000-8000-0000000000c2",
    DirectDebit: {
      Id: "019a0000-0000-7000-8000-0000000000d1",
      PaymentMethodStatus: "Active",
      CreatedDate: "2026-10-02T10:00:00.000Z",
      LastFour: "9911",
      IsDefault: false,
    },
    AcceptedBrands: ["Visa", "MasterCard"],
    CanAdd: ["card", "directDebit"],
  },
  "/api/billing/payment-methods/cards": {
    Items: [
      card("c3", "Visa", "1111", "11-20"),
      card("c2", "MasterCard", "4444", "09-03", true),
      card("c1", "Visa", "4242", "06-18"),
    ],
  },
};

/** A company whose direct debit is with its bank, and pays by it. */
const debiting = {
  ...paying,
  "/api/billing/payment-options": {
    ...paying["/api/billing/payment-options"],
    PaymentMethodType: "BankTransfer",
    DefaultPaymentMethodId: "019a0000-0000-7000-8000-0000000000d1",
    DirectDebit: { ...paying["/api/billing/payment-options"].DirectDebit, LastFour: "11", IsDefault: true },
  },
  "/api/billing/payment-methods/cards": { Items: [] },
  "/api/billing/direct-debit/status": {
    CanAuthorise: false,
    Scheme: "bacs",
    Provider: "GoCardless",
    Status: "submitted",
    HasMandate: true,
    PaymentMethodId: "019a0000-0000-7000-8000-0000000000d1",
    Reference: "TRADEWIND-00017",
    BankName: "BARCLAYS BANK PLC",
    AccountEnding: "11",
    ActiveFrom: "2026-12-03",
    FailureReason: null,
    CreatedDate: "2026-11-27T10:00:00.000Z",
  },
};
const enterAccount: Scene["act"] = async (page) => {
  await press("Set up direct debit")(page);
  await page.getByLabel("Account holder").fill("Harbour IT");
  await page.getByLabel("Sort code").fill("20-00-00");
  await page.getByLabel("Account number").fill("55779911");
  await page.getByRole("checkbox").check();
};

export const billingScenes: readonly Scene[] = [
  { name: "psa-overview", who: reseller, open: "/billing/psa/overview" },
  { name: "psa-report", who: reseller, open: "/billing/psa/report" },
  { name: "psa-integration", who: reseller, open: "/account-setting/integration" },
  { name: "billing", who: reseller, open: "/billing", also: ["900", "dark"] },
  { name: "billing-none", who: newcomer, open: "/billing" },
  { name: "billing-reports", who: reseller, open: "/billing/reports" },
  {
    name: "payment-options",
    who: reseller,
    open: "/billing/payment-options",
    given: paying,
    also: ["900", "dark"],
  },
  { name: "payment-options-none", who: newcomer, open: "/billing/payment-options" },
  {
    name: "direct-debit",
    who: reseller,
    open: "/billing/payment-options",
    given: debiting,
    act: async (page) => page.getByText("TRADEWIND-00017").scrollIntoViewIfNeeded(),
    also: ["900", "dark"],
  },
  {
    name: "direct-debit-enter",
    who: newcomer,
    open: "/billing/payment-options",
    act: enterAccount,
    also: ["900", "dark"],
  },
  {
    name: "direct-debit-check",
    who: newcomer,
    open: "/billing/payment-options",
    act: async (page) => {
      await enterAccount(page);
      await press("Continue")(page);
      await page.getByRole("heading", { name: "The Direct Debit Guarantee" }).waitFor();
    },
    also: ["900", "dark"],
  },
  {
    name: "payment-options-default",
    who: reseller,
    open: "/billing/payment-options",
    given: paying,
    act: async (page) => {
      await press(/^Make default: Visa/)(page);
      await page.getByRole("dialog").getByRole("list").waitFor();
    },
  },
  {
    name: "payment-options-add-card",
    who: newcomer,
    open: "/billing/payment-options",
    act: async (page) => {
      await press("Add card")(page);
      const inner = page.frameLocator("iframe[title='Payment page']").frameLocator("iframe[title='Payment page']");
      await inner.getByLabel("Card number").waitFor();
    },
    also: ["900", "dark"],
  },
  { name: "pricing", who: reseller, open: "/billing/pricing", also: ["900", "dark"] },
  { name: "account-totals", who: reseller, open: "/billing/account-totals", also: ["900", "dark"] },
  { name: "credit", who: reseller, open: "/billing/credit", given: someCredit, also: ["900", "dark"] },
  { name: "credit-none", who: newcomer, open: "/billing/credit" },
  { name: "credit-add", who: reseller, open: "/billing/credit", given: someCredit, act: press("Add credit") },
  {
    name: "credit-refused",
    who: reseller,
    open: "/billing/credit",
    act: async (page) => {
      await page.getByRole("textbox", { name: "Code" }).fill("ABCD-EFGH-JKLM-NPQR");
      await press("Redeem")(page);
      await page.getByText("This code cannot be used").waitFor();
    },
  },
  { name: "credit-codes", who: operator, open: "/operator/credit-codes", given: someCodes, also: ["900", "dark"] },
  { name: "credit-codes-none", who: operator, open: "/operator/credit-codes" },
  {
    name: "credit-code-issue",
    who: operator,
    open: "/operator/credit-codes",
    act: async (page) => {
      await press("Issue a code")(page);
      await page.getByRole("textbox", { name: "Amount, GBP" }).fill("750");
    },
  },
  {
    name: "invoice-credit",
    who: reseller,
    open: behind("/billing/invoices", "TW-"),
    given: someCredit,
  },
  { name: "price-rules", who: reseller, open: "/billing/price-rules", also: ["dark"] },
  {
    name: "price-rule-preview",
    who: reseller,
    open: "/billing/price-rules",
    act: async (page) => {
      await press("Add a rule")(page);
      await page.getByRole("dialog").getByLabel("Product").selectOption({ label: "Microsoft 365" });
      await page.getByLabel("Percentage on top").fill("17.5");
      await page.getByText(/another price/).waitFor();
    },
  },
  {
    name: "prices-as-of",
    who: reseller,
    open: "/billing/price-rules",
    act: async (page) => {
      await press("As it was on…")(page);
      await page.getByRole("dialog").getByRole("table").first().waitFor();
    },
    also: ["900", "dark"],
  },
  { name: "price-rules-none", who: newcomer, open: "/billing/price-rules" },
  { name: "customer-prices", who: reseller, open: ofCustomer("/view/manage") },
  { name: "invoices", who: reseller, open: "/billing/invoices", also: ["dark"] },
  { name: "invoices-none", who: newcomer, open: "/billing/invoices" },
  { name: "invoice", who: reseller, open: behind("/billing/invoices", "TW-"), also: ["900", "dark"] },
  {
    name: "invoice-as-of",
    who: reseller,
    open: behind("/billing/invoices", "TW-"),
    act: async (page) => {
      await press("As it was on…")(page);
      await page.getByRole("dialog").getByRole("table").first().waitFor();
    },
    also: ["900", "dark"],
  },
  {
    name: "invoice-line",
    who: reseller,
    open: behind("/billing/invoices", "TW-"),
    act: async (page) => {
      await press("Show all lines")(page);
      await page
        .getByRole("button", { name: /^Explain.*(added|returned)/ })
        .first()
        .click();
      await page.getByText("Amount of the line, before VAT").waitFor();
    },
    also: ["900", "dark"],
  },
  {
    name: "invoice-credits",
    who: reseller,
    open: behind("/billing/invoices", "TW-"),
    act: async (page) => {
      await press("Show all lines")(page);
      await page.getByText("Corrects the charge").first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: "invoice-not-found",
    who: reseller,
    open: "/billing/invoice-detail/00000000-0000-4000-8000-000000000000",
  },
];
