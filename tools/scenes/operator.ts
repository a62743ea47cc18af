import type { Page } from "playwright-core";
import { behind, operator, press, turnTo, type Scene } from "./scene.ts";
import { faultyAddress, importAddress, importsGiven } from "./prices-given.ts";
import { everyTransferGiven } from "./transfers-given.ts";

const company = { CompanyId: "019a0000-0000-7000-8000-000000000001", CompanyName: "Harbour IT" };
const another = { CompanyId: "019a0000-0000-7000-8000-000000000002", CompanyName: "Liffey Cloud Computing Services" };
const limiting = {
  "/api/operator/sign-in-rules": {
    Items: [
      { ...company, Addresses: 3, SsoOnly: true, Changed: "2026-11-20T09:00:00.000Z" },
      { ...another, Addresses: null, SsoOnly: true, Changed: "2026-11-02T16:20:00.000Z" },
    ],
  },
};
const claimed = {
  "/api/operator/provider-domains": {
    Items: [
      { ...company, Domain: "harbour-it.example", Asked: "2026-11-20T09:00:00.000Z" },
      {
        ...another,
        Domain: "customers-and-services.liffey-cloud-computing.example",
        Asked: "2026-11-21T09:00:00.000Z",
      },
    ],
  },
};

const choose = (item: string) => async (page: Page) => {
  await page.getByRole("button", { name: "Actions for row 1", exact: true }).click();
  await page.getByRole("button", { name: item, exact: true }).click();
};
const workId = "019a0000-0000-7000-8000-0000000000a1";
/** Work that makes two blocks of numbers, which the demo completes as it comes. */
const numbersToGive = {
  [`/api/operator/work/${workId}/page`]: {
    Id: workId,
    ResellerName: "Harbour IT",
    CustomerName: "Acme Dental",
    Title: "Provide 2 × Block of 10 numbers",
    OrderNumber: "3F9A-C21B",
    ProductName: "Hosted Voice",
    Status: "working",
    Due: "2026-12-02",
    StepsLeft: 0,
    Note: null,
    Assignee: "Alex Tradewind",
    AssigneeId: null,
    Delivery: null,
    EstimatedCompletion: "2026-12-03",
    Created: "2026-11-20T13:05:00.000Z",
    Lines: [
      {
        Key: workId,
        Name: "Block of 10 numbers",
        Quantity: 2,
        Goods: null,
        People: [],
        Attributes: [
          { Label: "Area code", Text: "0117" },
          { Label: "In the telephone directory", Text: "Not listed" },
        ],
        Resources: [
          {
            Kind: "numbers",
            Label: "Numbers",
            Make: 2,
            Optional: false,
            End: 0,
            Fields: [
              {
                Name: "Code",
                Label: "First number",
                Type: "text",
                Required: true,
                Help: "With its area code. The next nine belong to the block.",
                MaxLength: 20,
                Pattern: null,
                Options: [],
                Default: null,
              },
            ],
            Reserved: [],
            Standing: [],
          },
        ],
      },
    ],
    Details: {},
    Steps: [],
    History: [],
  },
};

export const operatorScenes: readonly Scene[] = [
  {
    name: "work-complete",
    who: operator,
    open: `/operator/work/${workId}`,
    given: numbersToGive,
    act: press("Complete"),
  },
  { name: "stock", who: operator, open: "/operator/stock", also: ["900", "dark"] },
  { name: "products", who: operator, open: "/operator/products", also: ["900", "dark"] },
  { name: "product-words", who: operator, open: "/operator/products/vade", also: ["900", "dark"] },
  {
    name: "product-name-only",
    who: operator,
    open: "/operator/products/cirius",
  },
  { name: "product-plans", who: operator, open: "/operator/products/microsoft-365?tab=plans", also: ["900", "dark"] },
  {
    name: "product-withdraw",
    who: operator,
    open: "/operator/products/vade?tab=plans",
    act: press(/^Withdraw /),
  },
  {
    name: "product-arrange",
    who: operator,
    open: "/operator/products/acronis-backup?tab=plans",
    act: press("Name and order"),
  },
  {
    name: "product-features",
    who: operator,
    open: "/operator/products/microsoft-365?tab=plans",
    act: press("Edit"),
    also: ["900"],
  },
  { name: "price-lists", who: operator, open: "/operator/prices", also: ["900", "dark"] },
  {
    name: "price-offer",
    who: operator,
    open: "/operator/prices/CFQ7TTC0LH18:0001:P1Y:monthly",
    also: ["900", "dark"],
  },
  { name: "price-imports", who: operator, open: "/operator/price-imports", given: importsGiven, also: ["900"] },
  {
    name: "price-imports-add",
    who: operator,
    open: "/operator/price-imports",
    given: importsGiven,
    act: press("Import prices"),
  },
  { name: "price-import", who: operator, open: importAddress, given: importsGiven, also: ["900", "dark"] },
  { name: "price-import-faults", who: operator, open: faultyAddress, given: importsGiven, also: ["900"] },
  { name: "operator-numbers", who: operator, open: "/operator/numbers", also: ["900", "dark"] },
  { name: "operator-numbers-add", who: operator, open: "/operator/numbers", act: press("Add a range") },
  { name: "stock-receive", who: operator, open: "/operator/stock", act: choose("Receive") },
  { name: "stock-history", who: operator, open: "/operator/stock", act: choose("History") },
  { name: "work-dispatch", who: operator, open: behind("/operator/work", "phone"), act: press("Dispatch") },
  {
    name: "work-item",
    who: operator,
    open: behind("/operator/work", "TitanHQ"),
    also: ["900", "dark"],
  },
  { name: "work-give", who: operator, open: "/operator/work", act: choose("Give to somebody") },
  { name: "work-due", who: operator, open: "/operator/work", act: choose("Change the due day") },
  { name: "work-finished", who: operator, open: "/operator/work?status=finished" },
  { name: "work-none", who: operator, open: "/operator/work?search=zzz" },
  { name: "work-queue", who: operator, open: "/operator/work", also: ["900", "dark"] },
  { name: "operator-tickets", who: operator, open: "/operator/tickets", also: ["900"] },
  { name: "operator-ticket", who: operator, open: behind("/operator/tickets?state=all", "VAT number") },
  { name: "clock", who: operator, open: "/operator/clock" },
  { name: "operator-applications", who: operator, open: "/operator/applications" },
  { name: "operator-company-changes", who: operator, open: "/operator/company-changes" },
  { name: "operator-activity-log", who: operator, open: "/operator/activity-log", also: ["900"] },
  { name: "operator-people", who: operator, open: "/operator/people", also: ["900"] },
  { name: "operator-sign-in-providers", who: operator, open: "/operator/sign-in-providers" },
  {
    name: "operator-linked-people",
    who: operator,
    open: "/operator/sign-in-providers",
    act: turnTo("Linked people"),
  },
  { name: "operator-sign-in-rules", who: operator, open: "/operator/sign-in-rules" },
  {
    name: "operator-sign-in-rules-made",
    who: operator,
    open: "/operator/sign-in-rules",
    given: limiting,
    also: ["900", "dark"],
  },
  {
    name: "operator-lift-rules",
    who: operator,
    open: "/operator/sign-in-rules",
    given: limiting,
    act: press("Lift the rules of Harbour IT"),
    also: ["900"],
  },
  {
    name: "operator-lift-rules-refused",
    who: operator,
    open: "/operator/sign-in-rules",
    given: limiting,
    act: async (page) => {
      await press("Lift the rules of Harbour IT")(page);
      await press("Lift rules")(page);
      await page.getByText("Say in a sentence why").waitFor();
    },
  },
  {
    name: "operator-claimed-domains",
    who: operator,
    open: "/operator/sign-in-providers?tab=claimed",
    given: claimed,
    also: ["900"],
  },
  {
    name: "operator-approve-domain",
    who: operator,
    open: "/operator/sign-in-providers?tab=claimed",
    given: claimed,
    act: press(/^Approve/),
    also: ["900"],
  },
  { name: "operator-api-tokens", who: operator, open: "/operator/api-tokens" },
  { name: "operator-feature-flags", who: operator, open: "/operator/feature-flags" },
  {
    name: "operator-feature-flag",
    who: operator,
    open: "/operator/feature-flags",
    act: press("BillingPlatformReporting"),
  },
  { name: "operator-tenants", who: operator, open: "/operator/tenants" },
  { name: "operator-transfers", who: operator, open: "/operator/transfers", given: everyTransferGiven },
  { name: "operator-hosts", who: operator, open: "/operator/hosts" },
  { name: "operator-partner-portals", who: operator, open: "/operator/partner-portals" },
  { name: "operator-footer", who: operator, open: "/operator/footer", also: ["900", "dark"] },
  {
    name: "operator-footer-refused",
    who: operator,
    open: "/operator/footer",
    act: async (page) => {
      await page.getByRole("button", { name: "Add line" }).first().click();
      await press("Save footer")(page);
      await page.getByRole("alert").first().waitFor();
    },
    also: ["900"],
  },
  { name: "operator-retention", who: operator, open: "/operator/retention", also: ["900"] },
  { name: "operator-messages", who: operator, open: "/operator/messages" },
  {
    name: "operator-write-announcement",
    who: operator,
    open: "/operator/messages",
    act: press("Write an announcement"),
  },
  { name: "operator-ratings", who: operator, open: "/operator/messages", act: turnTo("Ratings") },
];
