import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults, settled } from "../../test/axe.ts";
import { fakeApi, offContract, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";

type Handlers = Parameters<typeof fakeApi>[0];
const figures = {
  Organisation: null,
  Customers: 2,
  ActiveServices: 3,
  InProgress: 1,
  Failed: 1,
  SpendThisMonth: null,
  Overdue: null,
  OverdueInvoices: 0,
  SpendByMonth: [],
  NeedsYou: [
    {
      Kind: "failedService",
      Title: "Acronis Backup for Acme Dental",
      Detail: "The domain is taken",
      Action: "See what failed",
      Link: "/customers/customer/a/services/b",
      Id: "019a0000-0000-7000-8000-0000000000b1",
    },
    {
      Kind: "mfaMissing",
      Title: "Your password alone protects your account",
      Detail: "Multi-factor authentication is off",
      Action: "Set up",
      Link: "/account-setting/security",
      Id: "019a0000-0000-7000-8000-0000000000b2",
    },
  ],
};
const order = {
  Id: "019a0000-0000-7000-8000-0000000000c1",
  InstanceId: "019a0000-0000-7000-8000-0000000000c2",
  CustomerId: "019a0000-0000-7000-8000-0000000000c3",
  CustomerName: "Acme Dental",
  ProductName: "Microsoft 365",
  What: "Activating",
  PlacedAt: "2026-05-20T09:30:00.000Z",
  PlacedBy: "Hannah Reid",
  ExpectedOn: "2026-05-22",
};

const show = async (changes: object = {}, session = sessionOf(), steps: object[] = [], more: Handlers = {}) => {
  const sent = fakeApi({
    "GET /api/session": succeeded(session),
    "GET /api/dashboard": succeeded({ ...figures, ...changes }),
    "GET /api/dashboard/in-progress": succeeded({ Items: [order] }),
    "GET /api/dashboard/beginning": succeeded({ Steps: steps }),
    "GET /api/quick-links": succeeded({ Links: [] }),
    ...more,
  });
  const { screen } = await renderApp("/dashboard");
  return { screen, sent };
};

test("a figure leads to the list of exactly what it counts", async () => {
  const { screen } = await show();
  for (const [name, state] of [
    ["Active services", "active"],
    ["In progress", "changing"],
    ["Failed", "failed"],
  ])
    await expect
      .element(screen.getByRole("link", { name: new RegExp(`^${name}`) }))
      .toHaveAttribute("href", `/services?state=${state}`);
});

test("N94 a kind of need that the page does not know yet is shown like the others", async () => {
  const NeedsYou = [{ ...figures.NeedsYou[0], Kind: "notInventedYet", Title: "Something new" }];
  const { screen } = await show({}, sessionOf(), [], {
    "GET /api/dashboard": offContract(succeeded({ ...figures, NeedsYou })),
  });
  await expect.element(screen.getByRole("link", { name: /Something new.*See what failed/ })).toBeVisible();
});

test("N94 what needs a person names its action and leads there, and orders in progress lead to their services", async () => {
  const { screen } = await show();
  const need = screen.getByRole("link", { name: /Your password alone protects your account.*Set up/ });
  await expect.element(need).toHaveAttribute("href", "/account-setting/security");
  const waiting = screen.getByRole("link", { name: /Microsoft 365 for Acme Dental/ });
  await expect
    .element(waiting)
    .toHaveAttribute("href", `/customers/customer/${order.CustomerId}/services/${order.InstanceId}`);
  expect(screen.getByText("First steps").elements()).toHaveLength(0);
  for (const width of bothEnds) {
    await page.viewport(width, 900);
    expect(await faults()).toEqual([]);
  }
});

test("nothing in progress is cut off on a phone", async () => {
  await page.viewport(390, 844);
  const ProductName = "Microsoft Defender for Office 365 (Plan 2) and Defender for Business servers";
  const Items = [{ ...order, ProductName, CustomerName: "The Borough Bakery and Tea Rooms of Southwark Limited" }];
  const { screen } = await show({}, sessionOf(), [], { "GET /api/dashboard/in-progress": succeeded({ Items }) });
  const line = screen.getByRole("link", { name: /Defender for Office/ });
  await expect.element(line).toBeVisible();
  const parts = [line.element(), ...line.element().querySelectorAll("span:not(.sr-only)")] as HTMLElement[];
  expect(
    parts
      .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
      .filter((each) => getComputedStyle(each).overflow !== "visible")
      .map((each) => each.textContent),
  ).toEqual([]);
});

test("N94 what the list has no room for is counted, and a link leads to all of it", async () => {
  const { screen } = await show({ Failed: 2, OverdueInvoices: 3 });
  const failed = screen.getByRole("link", { name: "1 more failed service", exact: true });
  await expect.element(failed).toHaveAttribute("href", "/services?state=failed");
  const overdue = screen.getByRole("link", { name: "3 more overdue invoices" });
  await expect.element(overdue).toHaveAttribute("href", "/billing/invoices?status=overdue");
});

test("N94 a brand-new reseller sees its first steps, what is done ticked off, and one button that stands out", async () => {
  const { screen } = await show(
    { Customers: 0, ActiveServices: 0, InProgress: 0, Failed: 0, NeedsYou: [] },
    sessionOf(),
    [
      { Step: "agreement", Done: true },
      { Step: "customer", Done: false },
      { Step: "product", Done: false },
      { Step: "colleague", Done: false },
    ],
  );
  await expect.element(screen.getByText("1 of 4 done")).toBeVisible();
  const steps = screen.getByRole("list").filter({ hasText: "Invite a colleague" });
  await expect.element(steps.getByRole("link", { name: "Add customer" })).toHaveAttribute("href", "/customers/add");
  expect(steps.getByRole("link", { name: "Sign agreement" }).elements()).toHaveLength(0);
  await steps.getByRole("button", { name: "Add product" }).click();
  await expect.element(screen.getByRole("dialog", { name: "Add product" })).toBeVisible();
});

test("ACL-53 somebody restricted to certain customers sees no spending, which is the whole company's", async () => {
  const restricted = { Customers: true, Products: false };
  const { screen } = await show({ SpendThisMonth: null, Overdue: null, SpendByMonth: [] }, sessionOf({ restricted }));
  await expect.element(screen.getByText("Acronis Backup for Acme Dental")).toBeVisible();
  for (const words of ["Cost", "Cost this month", "Overdue", "No cost yet"])
    expect(screen.getByText(words, { exact: true }).elements()).toHaveLength(0);
});

test("a customer's administrator sees her own organisation and no first steps, and none of them is asked for", async () => {
  const { screen, sent } = await show(
    { Organisation: "Acme Dental", Customers: 1, ActiveServices: 0, InProgress: 0, Failed: 0, NeedsYou: [] },
    sessionOf({ kind: "endUserAdmin", views: ["home"], permissions: [], seesPrices: false }),
  );
  await expect.element(screen.getByText("Acme Dental", { exact: true })).toBeVisible();
  for (const words of ["Harbour IT", "Customers"])
    expect(screen.getByRole("main").getByText(words, { exact: true }).elements()).toHaveLength(0);
  await expect.element(screen.getByText("Nothing is waiting for you")).toBeVisible();
  await settled();
  expect(sent.map(({ path }) => path)).not.toContain("/api/dashboard/beginning");
});
