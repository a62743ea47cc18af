import type { Page } from "playwright-core";
import { behind, operator, press, turnTo, type Scene } from "./scene.ts";
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
  "/api/operator/work": {
    Items: [
      {
        Id: workId,
        ResellerName: "Harbour IT",
        CustomerName: "Acme Dental",
        Title: "Provide 2 × Block of 10 numbers",
        Status: "working",
        Note: null,
        Assignee: "Alex Tradewind",
        EstimatedCompletion: "2026-12-03",
        Created: "2026-11-20T13:05:00.000Z",
        Lines: [
          {
            Key: workId,
            Name: "Block of 10 numbers",
            Quantity: 2,
            Goods: null,
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
                Standing: [],
              },
            ],
          },
        ],
        Details: {},
      },
    ],
  },
};

export const operatorScenes: readonly Scene[] = [
  { name: "work-complete", who: operator, open: "/operator/work", given: numbersToGive, act: press("Complete") },
  { name: "stock", who: operator, open: "/operator/stock", also: ["900", "dark"] },
  { name: "stock-receive", who: operator, open: "/operator/stock", act: choose("Receive") },
  { name: "stock-history", who: operator, open: "/operator/stock", act: choose("History") },
  { name: "work-dispatch", who: operator, open: "/operator/work", act: press("Dispatch") },
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
