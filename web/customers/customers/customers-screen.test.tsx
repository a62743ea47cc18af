import type { Customer, CustomerListed } from "@tradewind/contract/customers/customers.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { resizeDelay } from "../../ui/use-media.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const itemOf = (number: number, changes: Partial<CustomerListed> = {}): CustomerListed => ({
  Id: idOf(number),
  Name: `Customer ${number}`,
  Status: "Active",
  OrganisationType: "Commercial",
  Services: 2,
  Users: 3,
  Created: "2026-03-04T09:00:00.000Z",
  Monthly: { Minor: "123450", Currency: "GBP" },
  NextRenewal: "2026-12-24",
  Troubles: 0,
  ...changes,
});
const { Monthly: _, NextRenewal: __, Troubles: ___, ...acmeItself } = itemOf(1, { Name: "Acme Dental" });
const customerOf = (changes: Partial<Customer> = {}): Customer => ({
  ...acmeItself,
  Address1: null,
  Address2: null,
  TownCity: null,
  County: null,
  PostCode: null,
  Country: "GB",
  Domain: null,
  ContactName: null,
  ContactEmail: null,
  Telephone: null,
  SuspendedAt: null,
  NamedAlike: false,
  ...changes,
});
const acme = itemOf(1, { Name: "Acme Dental" });
type Handlers = Parameters<typeof fakeApi>[0];

const serve = (handlers: Handlers = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/customers/of-reseller": succeeded({ Items: [acme, itemOf(2, { Status: "Suspended" })], Next: null }),
    "GET /api/customers/count": succeeded({
      Total: 1234,
      Active: 1200,
      Suspended: 34,
      WithServices: 1000,
      WithoutServices: 234,
      InTrouble: 3,
      Renewing: 12,
      Types: { Commercial: 1230, Charity: 4, Education: 0, Government: 0 },
      Products: [{ Id: "acronis-backup", Name: "Acronis Backup" }],
    }),
    [`GET /api/customers/${acme.Id}`]: succeeded(customerOf()),
    [`GET /api/customers/${acme.Id}/services`]: succeeded({ Items: [] }),
    ...handlers,
  });

test("CUST-01 the list says how many there are, in all and by status", async () => {
  serve();
  const { screen } = await renderApp("/customers");
  await expect.element(screen.getByText("1,234 customers")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Suspended 34" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Charity 4" })).toBeVisible();
  expect(screen.getByRole("button", { name: /^Education/ }).elements()).toEqual([]);
  await expect.element(screen.getByRole("link", { name: "Acme Dental" })).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("CUST-01 search, sort and status go to the server and into the address", async () => {
  const sent = serve();
  const { screen, router } = await renderApp("/customers");
  await screen.getByRole("searchbox", { name: "Search customers" }).fill("dental ");
  await expect.poll(() => router.state.location.href).toBe("/customers?search=dental");
  await screen.getByRole("button", { name: "Created" }).click();
  await screen.getByRole("button", { name: "Suspended 34" }).click();
  await expect.poll(() => router.state.location.href).toBe("/customers?search=dental&sort=created&status=suspended");
  await expect
    .poll(() => sent.findLast((line) => line.path === "/api/customers/of-reseller")?.query.toString())
    .toBe("Search=dental&Status=Suspended&Sort=created");
});

test("CUST-01 marks add up, one of a kind at a time, and are let go one by one or together", async () => {
  const sent = serve();
  const { screen, router } = await renderApp("/customers?search=dental&product=acronis-backup");
  const chip = (name: string) => screen.getByRole("button", { name });
  const asked = () => sent.findLast((line) => line.path === "/api/customers/of-reseller")?.query.toString();
  await chip("Active 1,200").click();
  await chip("Without services 234").click();
  await chip("Charity 4").click();
  await chip("Suspended 34").click();
  await expect
    .poll(asked)
    .toBe("Search=dental&Status=Suspended&Type=Charity&Services=none&ProductId=acronis-backup&Sort=name");
  await expect.element(chip("Suspended 34")).toHaveAttribute("aria-pressed", "true");
  await expect.element(chip("Active 1,200")).toHaveAttribute("aria-pressed", "false");
  expect(await faults()).toEqual([]);
  await chip("Charity 4").click();
  await expect
    .poll(() => router.state.location.href)
    .toBe("/customers?search=dental&status=suspended&services=none&product=acronis-backup");
  await chip("Clear filters").click();
  await expect.poll(() => router.state.location.href).toBe("/customers?search=dental");
  await screen.getByLabelText("Product").selectOptions("Acronis Backup");
  await expect.poll(() => router.state.location.href).toBe("/customers?search=dental&product=acronis-backup");
});

test("CUST-01 an empty search, an empty list and a failure each say what to do", async () => {
  serve({ "GET /api/customers/of-reseller": succeeded({ Items: [], Next: null }) });
  const searched = await renderApp("/customers?search=zzz");
  await expect.element(searched.screen.getByText("No customers match")).toBeVisible();
  await searched.screen.unmount();
  const empty = await renderApp("/customers");
  await expect.element(empty.screen.getByText("No customers yet")).toBeVisible();
  await empty.screen.unmount();
  serve({ "GET /api/customers/of-reseller": refused(409, "conflict", "The list is being rebuilt.") });
  const failed = await renderApp("/customers");
  await expect.element(failed.screen.getByText("The list is being rebuilt.")).toBeVisible();
  await expect.element(failed.screen.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("ACL-53 ACL-54 what concerns the whole company is not offered to somebody restricted to a part of it", async () => {
  await page.viewport(1440, 900);
  const buttons = async (Customers: boolean, Products: boolean) => {
    serve({ "GET /api/session": succeeded(sessionOf({ restricted: { Customers, Products } })) });
    const { screen } = await renderApp("/customers");
    await screen.getByRole("button", { name: "Actions for row 1" }).click();
    await expect.element(screen.getByRole("button", { name: "Rename" })).toBeVisible();
    const offered = ["Add customer", "Suspend"].filter(
      (name) => screen.getByRole("button", { name, exact: true }).elements().length > 0,
    );
    await screen.unmount();
    return offered;
  };
  expect(await buttons(false, false)).toEqual(["Add customer", "Suspend"]);
  expect(await buttons(true, false)).toEqual(["Suspend"]);
  expect(await buttons(false, true)).toEqual(["Add customer"]);
});

test("CUST-13 CUST-14 CUST-15 FORM-03 what is wrong with the name is shown at the name", async () => {
  const taken = "A customer with this name already exists";
  serve({ "POST /api/marketplace/customers": refused(409, "customerNameTaken", taken, { name: taken }) });
  const { screen } = await renderApp("/customers");
  await screen.getByRole("button", { name: "Add customer" }).click();
  const dialog = screen.getByRole("dialog", { name: "Add customer" });
  await dialog.getByRole("button", { name: "Add customer" }).click();
  await expect.element(dialog.getByText("cannot be empty")).toBeVisible();
  await dialog.getByLabelText("Name", { exact: true }).fill("a@b");
  await expect.element(dialog.getByText("invalid characters")).toBeVisible();
  await dialog.getByLabelText("Name", { exact: true }).fill("a".repeat(101));
  await expect.element(dialog.getByText("Must be a maximum of 100 character(s)", { exact: true })).toBeVisible();
  await dialog.getByLabelText("Name", { exact: true }).fill("Acme Dental");
  await dialog.getByRole("button", { name: "Add customer" }).click();
  await expect.element(dialog.getByText(taken)).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("CUST-02 CUST-08 adding sends name and organisation types and opens the customer", async () => {
  const sent = serve({
    "POST /api/marketplace/customers": succeeded({ organisationId: acme.Id, customerId: acme.Id }),
  });
  const { screen, router } = await renderApp("/customers/add");
  await screen.getByLabelText("Name", { exact: true }).fill("Acme Dental");
  await screen.getByLabelText("Organisation type").selectOptions("Charity");
  await screen.getByRole("button", { name: "Add customer" }).click();
  await expect.poll(() => router.state.location.pathname).toBe(`/customers/customer/${acme.Id}`);
  const { body } = sent.find((line) => line.method === "POST" && line.path === "/api/marketplace/customers")!;
  expect(JSON.parse(body)).toMatchObject({ name: "Acme Dental", organisationTypes: ["Charity"], Domain: null });
});

test("CUST-10 renaming sends the new name and both places show it", async () => {
  let name = "Acme Dental";
  const sent = serve({
    [`GET /api/customers/${acme.Id}`]: () => succeeded(customerOf({ Name: name })),
    [`POST /api/customers/${acme.Id}/rename`]: ({ body }) => {
      name = (JSON.parse(body) as { NewName: string }).NewName;
      return succeeded(customerOf({ Name: name }));
    },
  });
  const { screen } = await renderApp(`/customers/customer/${acme.Id}`);
  await screen.getByRole("button", { name: "More actions" }).click();
  await screen.getByRole("button", { name: "Rename" }).click();
  await screen.getByLabelText("New name").fill("Acme Dental Care");
  await screen.getByRole("button", { name: "Rename customer" }).click();
  await expect.element(screen.getByRole("heading", { level: 1, name: "Acme Dental Care" })).toBeVisible();
  expect(sent.some((line) => line.body === '{"NewName":"Acme Dental Care"}')).toBe(true);
});

test("CUST-11 suspending says what it means before it is done", async () => {
  const sent = serve({
    [`POST /api/customers/${acme.Id}/suspend`]: succeeded(customerOf({ Status: "Suspended" })),
  });
  const { screen } = await renderApp(`/customers/customer/${acme.Id}`);
  await screen.getByRole("button", { name: "More actions" }).click();
  await screen.getByRole("button", { name: "Suspend" }).click();
  const dialog = screen.getByRole("dialog", { name: "Suspend Acme Dental?" });
  await expect.element(dialog.getByText("All services are suspended at their vendors.")).toBeVisible();
  await expect.element(dialog.getByText("Its users cannot sign in")).toBeVisible();
  await expect.element(dialog.getByText("Billing continues")).toBeVisible();
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Suspend customer" }).click();
  await expect.poll(() => sent.find((line) => line.path.endsWith("/suspend"))?.body).toBe("");
});

test.each([
  [400, "Some of the values sent cannot be used. Please correct them and try again."],
  [404, "We could not find this. It may have been removed, or the address may be wrong."],
  [409, "This was changed in the meantime. Please reload and try again."],
  [429, "Too many requests. Please wait a moment and try again."],
  [500, "Something went wrong on our side. Please try again; if it happens again, contact support."],
  ["offline", "The portal did not answer. Please check your connection and try again."],
] as const)("ERR-08 a failure without words of its own, %s, is told in general ones", async (status, text) => {
  const failing = () => {
    if (status === "offline") throw new TypeError("Failed to fetch");
    return { status, body: { trace: "at line 7" } };
  };
  serve({ [`POST /api/customers/${acme.Id}/suspend`]: failing });
  const { screen } = await renderApp(`/customers/customer/${acme.Id}`);
  await screen.getByRole("button", { name: "More actions" }).click();
  await screen.getByRole("button", { name: "Suspend" }).click();
  await screen.getByRole("button", { name: "Suspend customer" }).click();
  await expect.element(screen.getByText(text).first()).toBeVisible();
  expect(document.body.textContent).not.toContain("at line 7");
});

test("CUST-16 in the list an active customer is green and a suspended one amber", async () => {
  serve();
  const { screen } = await renderApp("/customers");
  const look = (word: string) =>
    screen.getByRole("row").getByText(word, { exact: true }).first().element().parentElement!.querySelector("svg")!;
  await expect.element(screen.getByRole("row").getByText("Suspended", { exact: true }).first()).toBeVisible();
  expect(look("Active").classList).toContain("text-success");
  expect(look("Suspended").classList).toContain("text-warning");
});

test("CUST-12 CUST-16 a suspended customer is amber and can be reactivated", async () => {
  const sent = serve({
    [`GET /api/customers/${acme.Id}`]: succeeded(
      customerOf({ Status: "Suspended", SuspendedAt: "2026-05-01T09:00:00.000Z" }),
    ),
    [`POST /api/customers/${acme.Id}/reactivate`]: succeeded(customerOf()),
  });
  const { screen } = await renderApp(`/customers/customer/${acme.Id}`);
  await expect.element(screen.getByText("This customer is suspended")).toBeVisible();
  expect(screen.getByRole("button", { name: "Add product" }).elements()).toHaveLength(0);
  await screen.getByRole("button", { name: "Reactivate" }).click();
  await screen.getByRole("button", { name: "Reactivate customer" }).click();
  await expect.poll(() => sent.some((line) => line.path.endsWith("/reactivate"))).toBe(true);
});

test("CUST-04 each area of a customer has its own address", async () => {
  serve({
    [`GET /api/customers/${acme.Id}/activity`]: succeeded({
      Users: [{ Id: idOf(7), Name: "Hannah Reid" }],
      Items: [
        {
          Id: idOf(9),
          At: "2026-03-04T09:00:00.000Z",
          Who: "Hannah Reid",
          OnBehalfOf: null,
          What: "Added Acme Dental",
          Outcome: "done",
        },
      ],
      Next: null,
    }),
  });
  const { screen, router } = await renderApp(`/customers/customer/${acme.Id}`);
  await screen.getByRole("tab", { name: "Activity" }).click();
  await expect.poll(() => router.state.location.pathname).toBe(`/customers/customer/${acme.Id}/view/activity`);
  await expect.element(screen.getByText("Added Acme Dental")).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("CUST-35 the activity of a customer is narrowed to one user, and back", async () => {
  const line = (id: number, Who: string, What: string) => ({
    Id: idOf(id),
    At: "2026-03-04T09:00:00.000Z",
    Who,
    OnBehalfOf: null,
    What,
    Outcome: "done",
  });
  const lines = [line(9, "Hannah Reid", "Added Acme Dental"), line(8, "Edward North", "Added a product")];
  const sent = serve({
    [`GET /api/customers/${acme.Id}/activity`]: ({ query }) =>
      succeeded({
        Users: [
          { Id: idOf(6), Name: "Edward North" },
          { Id: idOf(7), Name: "Hannah Reid" },
        ],
        Items: query.get("UserId") === idOf(6) ? lines.slice(1) : lines,
        Next: null,
      }),
  });
  const { screen } = await renderApp(`/customers/customer/${acme.Id}/view/activity`);
  await expect.element(screen.getByText("Added Acme Dental")).toBeVisible();
  await screen.getByLabelText("Done by").selectOptions("Edward North");
  await expect.element(screen.getByText("Added Acme Dental")).not.toBeInTheDocument();
  await expect.element(screen.getByText("Added a product")).toBeVisible();
  await screen.getByLabelText("Done by").selectOptions("Everybody");
  await expect.element(screen.getByText("Added Acme Dental")).toBeVisible();
  expect(sent.filter(({ path }) => path.endsWith("/activity")).map(({ query }) => query.get("UserId"))).toEqual([
    null,
    idOf(6),
  ]);
  expect(await faults()).toEqual([]);
});

test("FORM-51 a customer's long name is cut in the breadcrumb and ends in three dots, a short one stands whole", async () => {
  const long = "The Worshipful Company of Bakers and Confectioners of Leeds";
  for (const [Name, crumb] of [
    [long, "The Worshipful Company of Bakers and..."],
    ["Acme Dental", "Acme Dental"],
  ] as const) {
    serve({ [`GET /api/customers/${acme.Id}`]: succeeded(customerOf({ Name })) });
    const { screen } = await renderApp(`/customers/customer/${acme.Id}`);
    await expect.element(screen.getByRole("heading", { level: 1, name: Name })).toBeVisible();
    const trail = screen.getByRole("navigation", { name: "Breadcrumb" });
    await expect.element(trail.getByText(crumb, { exact: true })).toBeVisible();
    await screen.unmount();
  }
});

test("the list says what customers cost a month, when they renew and which are in trouble", async () => {
  const sent = serve({
    "GET /api/customers/of-reseller": succeeded({
      Items: [acme, itemOf(2, { Troubles: 2, NextRenewal: null })],
      Next: null,
    }),
  });
  const { screen } = await renderApp("/customers");
  await expect.element(screen.getByText("£1,234.50").first()).toBeVisible();
  await expect.element(screen.getByText("24/12/2026")).toBeVisible();
  await expect.element(screen.getByText("2 in trouble")).toBeVisible();
  const asked = () => sent.findLast((line) => line.path === "/api/customers/of-reseller")?.query.toString();
  await screen.getByRole("button", { name: /^In trouble/ }).click();
  await expect.poll(asked).toContain("Attention=trouble");
  await screen.getByRole("columnheader", { name: "Monthly cost" }).getByRole("button").click();
  await expect.poll(asked).toContain("Sort=monthly");
});

test("who sees no prices has no column of costs, who sees some products only none of renewals either", async () => {
  for (const [session, missing] of [
    [{ seesPrices: false }, ["Monthly cost"]],
    [{ restricted: { Customers: false, Products: true } }, ["Monthly cost", "Next renewal"]],
  ] as const) {
    serve({ "GET /api/session": succeeded(sessionOf(session)) });
    const { screen } = await renderApp("/customers");
    await expect.element(screen.getByRole("columnheader", { name: "Created" })).toBeVisible();
    for (const name of ["Monthly cost", "Next renewal"])
      expect(screen.getByRole("columnheader", { name }).elements().length).toBe(
        (missing as readonly string[]).includes(name) ? 0 : 1,
      );
    await screen.unmount();
  }
});

test("FORM-50 the search box is 396 px wide, and narrower only on a narrow screen", async () => {
  serve();
  const { screen } = await renderApp("/customers");
  const width = () => screen.getByRole("main").getByRole("searchbox").element().getBoundingClientRect().width;
  await expect.element(screen.getByRole("link", { name: "Acme Dental" })).toBeVisible();
  expect(width()).toBe(396);
  await page.viewport(360, 800);
  await expect.poll(width).toBeLessThanOrEqual(360);
});

test("LIM-02 the list follows a resize after 200 ms, from table to cards", async () => {
  expect(resizeDelay).toBe(200);
  serve();
  const { screen } = await renderApp("/customers");
  await expect.element(screen.getByRole("link", { name: "Acme Dental" })).toBeVisible();
  const row = () => screen.getByRole("link", { name: "Acme Dental" }).element().closest("[role=row]")!.clientHeight;
  const before = row();
  await page.viewport(390, 844);
  await expect.poll(row).toBeGreaterThan(before);
});

test("CUST-01 on a phone customers are cards", async () => {
  await page.viewport(390, 844);
  serve();
  const { screen } = await renderApp("/customers");
  await expect.element(screen.getByText("2 services").first()).toBeVisible();
  expect(await faults()).toEqual([]);
});
