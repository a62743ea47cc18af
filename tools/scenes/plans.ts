import type { Page } from "playwright-core";
import { newcomer, press, reseller, type Scene } from "./scene.ts";

const choosePlanned = async (page: Page) => {
  await press("New plan")(page);
  const boxes = page.getByRole("checkbox", { name: /^Select / });
  await boxes.first().waitFor();
  for (const at of [1, 2, 3]) await boxes.nth(at).check();
};

const id = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const gbp = (pence: number) => ({ Minor: String(pence), Currency: "GBP" });
const customers = [
  ["Kingswood Motors", "Business Basic", 64, 469, 411, "done"],
  ["Mendip Veterinary Supplies", "Business Standard", 48, 979, 857, "done"],
  ["Ashdown & Pryce Solicitors", "Business Premium", 31, 1724, 1509, "done"],
  ["Barleymow Breweries", "Business Standard", 26, 979, 857, "done"],
  ["Clearwater Pools and Spas", "Business Premium", 22, 1724, 1509, "done"],
  ["Pinnacle Scaffolding", "Business Basic", 18, 469, 411, "refused"],
  ["Caldicott Insurance Brokers", "Business Premium", 17, 1724, 1509, "working"],
  ["Wrington Village Hall", "Business Premium", 9, 1724, 1509, "planned"],
  ["Chew Valley Kennels", "Business Standard", 7, 979, 857, "planned"],
] as const;
const lines = customers.map(([CustomerName, name, Quantity, before, after, State], at) => ({
  Position: at + 1,
  CustomerId: id(100 + at),
  CustomerName,
  InstanceId: id(200 + at),
  SubscriptionId: id(300 + at),
  Name: `Microsoft 365 ${name}`,
  Unit: "Licence",
  Before: { Quantity, TermEnd: "renew", Term: "P1M", Billing: "monthly", Monthly: gbp(before * Quantity) },
  After: { Quantity, TermEnd: "renew", Term: "P1Y", Billing: "monthly", Monthly: gbp(after * Quantity) },
  ChargeNow: State === "refused" ? null : gbp(-(before - after) * Quantity),
  UndoUntil: State === "done" ? "2026-12-01T10:02:00.000Z" : null,
  State,
  Reason: State === "refused" ? "The agreement for this product must be signed first." : null,
  OrderId: null,
  Was: null,
  Is: null,
}));
const sum = (which: "Before" | "After") =>
  gbp(lines.reduce((all, line) => all + (line.State === "refused" ? 0 : Number(line[which].Monthly.Minor)), 0));
const longerTerms = {
  Id: id(1),
  Name: "Monthly to yearly terms",
  State: "running",
  MadeBy: "Marion Hale",
  MadeAt: "2026-11-24T10:00:00.000Z",
  StartedAt: "2026-11-24T10:02:00.000Z",
  Hash: "a".repeat(64),
  ChargeNow: gbp(-18_402),
  Monthly: { Before: sum("Before"), After: sum("After") },
  Committed: { Sum: gbp(Number(sum("After").Minor) * 12), Until: "2027-11-24" },
  Customers: lines.length,
  First: { Customers: 5, Lines: 5, Done: 5, Troubled: 0, Until: "2026-11-24T10:12:00.000Z" },
  Undoes: null,
  UndoneBy: null,
  ToUndo: 0,
  UndoUntil: "2026-12-01T10:02:00.000Z",
  Lines: { done: 5, refused: 1, working: 1, planned: 2 },
};
/** A plan at work, which the demo has none of. */
const atWork = {
  [`/api/plans/${id(1)}`]: longerTerms,
  [`/api/plans/${id(1)}/lines`]: { Items: lines, Next: null },
};

export const planScenes: readonly Scene[] = [
  { name: "plans-none", who: newcomer, open: "/plans" },
  { name: "plan-new", who: reseller, open: "/plans", act: choosePlanned, also: ["900", "dark"] },
  {
    name: "plan",
    who: reseller,
    open: "/plans",
    act: async (page) => {
      await choosePlanned(page);
      await press(/^Work out/)(page);
      await page.getByRole("button", { name: /^Order / }).waitFor();
    },
    also: ["900", "dark"],
  },
  { name: "plans", who: reseller, open: "/plans" },
  { name: "plan-at-work", who: reseller, open: `/plans?id=${id(1)}`, given: atWork, also: ["900", "dark"] },
  {
    name: "plan-new-terms",
    who: reseller,
    open: "/plans",
    act: async (page) => {
      await choosePlanned(page);
      await page.getByText("Longer term").click();
    },
  },
];
