import type {
  MyService,
  ServiceButton,
  ServiceCustomer,
  ServiceDetail,
} from "@tradewind/contract/ordering/my-services.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults, settled } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { microsoft, picker } from "../../test/add-product-popup.ts";
import { sessionOf } from "../../test/sessions.ts";
import { widths } from "../../test/widths.ts";

const acme = "019a0000-0000-7000-8000-000000000501";
const instance = "019a0000-0000-7000-8000-000000000001";
const mine = (Id: string, Name: string, Services: number, Mark: MyService["Mark"] = "check") => ({
  Id,
  CloudMarketId: 8,
  ServiceId: 7,
  GroupId: 1,
  Name,
  Icon: "apps",
  NewJourney: false,
  JourneyType: "nce",
  ListingId: null,
  Services,
  Mark,
});
const customer = (changes: Partial<ServiceCustomer> = {}): ServiceCustomer => ({
  OrganisationId: acme,
  Name: "Acme Dental",
  Services: 1,
  Quantities: [{ Unit: "Licence", Quantity: 7 }],
  Status: "Active",
  Reason: null,
  Since: "2026-05-20T10:00:00.000Z",
  UnderWay: null,
  ...changes,
});
const detail = (at: number, changes: Partial<ServiceDetail> = {}): ServiceDetail => ({
  Id: `019a0000-0000-7000-8000-0000000000${at}`,
  InstanceId: instance,
  Name: `Business Premium ${at}`,
  Status: "Active",
  StatusNumber: 0,
  Reason: null,
  IsSuspended: false,
  Unit: "Licence",
  Values: { Name: `Business Premium ${at}`, Quantity: at, Assigned: 3, Term: "1 year", TermUntil: "2027-01-01" },
  ...changes,
});
const pageButton = (Action: string, Text: string, Address: string): ServiceButton => ({
  Action,
  Style: Action === "add" ? "add" : "modify",
  Text,
  DataTestId: `my-services-${Action}`,
  IsDisabled: false,
  Data: { PopUp: "Page", Payload: { Address } },
  AnalyticsData: { Action, Page: "my-services", Campaign: "microsoft-365" },
});
const columns = [
  { Id: "Name", Name: "Subscription", Type: "text" },
  { Id: "Quantity", Name: "Bought", Type: "units" },
  { Id: "Assigned", Name: "Assigned", Type: "number" },
  { Id: "Term", Name: "Term", Type: "text" },
  { Id: "TermUntil", Name: "Ends or renews", Type: "day" },
  { Id: "State", Name: "State", Type: "state" },
];
const lists = "/api/my-services/microsoft-365";
const ofAcme = `${lists}/customers/${acme}/lists/subscriptions`;
const schemaOf = (BottomCustomControl: "add-customer" | null) =>
  succeeded({
    CustomerLists: [
      {
        Id: "subscriptions",
        Type: "subscriptions",
        Name: "Subscriptions",
        SingularName: "Subscription",
        BottomCustomControl,
      },
    ],
  });
const serve = (more: Parameters<typeof fakeApi>[0] = {}, session: Parameters<typeof sessionOf>[0] = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf(session)),
    "GET /api/my-services": succeeded({
      Items: [mine("exclaimer", "Exclaimer", 1, "red"), mine("microsoft-365", "Microsoft 365", 1_204)],
    }),
    "GET /api/my-services/settings": succeeded({ AssignedLicences: true, PageSize: 50 }),
    [`GET ${lists}/schema`]: schemaOf("add-customer"),
    [`GET ${lists}/customers`]: succeeded({
      Items: [
        customer(),
        customer({
          OrganisationId: "019a0000-0000-7000-8000-000000000502",
          Name: "Bright Legal",
          Status: "ActivationFailed",
          Reason: "The domain is taken",
        }),
      ],
      Next: null,
    }),
    [`GET ${lists}/lists/subscriptions/schema`]: succeeded({ Columns: columns }),
    [`GET ${ofAcme}`]: succeeded({
      Items: [
        detail(12),
        detail(13, { Status: "Activating", StatusNumber: 1 }),
        detail(14, { Status: "ActivationFailed", StatusNumber: 3, Reason: "The seats are sold out" }),
        detail(15, { IsSuspended: true }),
      ],
    }),
    [`GET ${ofAcme}/buttons`]: succeeded({
      Buttons: [
        pageButton("add", "Add Microsoft 365", `/customers/customer/${acme}/nce-question`),
        { ...pageButton("modify", "Change quantities", "/dashboard"), IsDisabled: true },
      ],
    }),
    [`GET ${ofAcme}/${detail(12).Id}/buttons`]: succeeded({
      Buttons: [pageButton("open", "Open service", `/customers/customer/${acme}/services/${instance}`)],
    }),
    ...more,
  });
const address = "/services/product/microsoft-365/1";

test.each(widths)(
  "SVC-02 SVC-03 SVC-05 SVC-06 a customer opens to the lists, columns and buttons of the server at %i px",
  async (width) => {
    await page.viewport(width, 900);
    serve();
    const { screen, router } = await renderApp(address);
    const acmeLine = screen.getByRole("button", { name: /^Acme Dental/ });
    await expect.element(acmeLine).toHaveAttribute("aria-expanded", "false");
    await expect.element(screen.getByText("7 licences").first()).toBeVisible();
    await acmeLine.click();
    await expect.element(screen.getByRole("heading", { name: "Subscriptions" })).toBeVisible();
    await expect.element(screen.getByRole("columnheader", { name: "Ends or renews" })).toBeInTheDocument();
    await expect.element(screen.getByText("31/12/2026").first()).toBeVisible();
    await expect.element(screen.getByRole("link", { name: "Add Microsoft 365" })).toBeVisible();
    await expect.element(screen.getByRole("button", { name: "Change quantities" })).toBeDisabled();
    await expect
      .element(screen.getByRole("link", { name: "Change many" }))
      .toHaveAttribute("href", `/plans?product=microsoft-365&customer=${acme}`);
    await expect.element(screen.getByText("54 licences")).toBeVisible();
    expect(await faults()).toEqual([]);
    // The address names whose lists are open, so that it can be shared.
    expect(router.state.location.searchStr).toContain(acme);
  },
);

test("SVC-10 a row opens to its own buttons", async () => {
  await page.viewport(1440, 900);
  serve();
  const { screen } = await renderApp(`${address}?customer=${acme}`);
  await screen.getByRole("button", { name: "Actions for Business Premium 12" }).click();
  await expect
    .element(screen.getByRole("link", { name: "Open service" }))
    .toHaveAttribute("href", `/customers/customer/${acme}/services/${instance}`);
});

test("SVC-13 SVC-14 SVC-16 what is active is checked, what changes pulses amber, what failed is red", async () => {
  await page.viewport(1440, 900);
  serve();
  const { screen } = await renderApp(`${address}?customer=${acme}`);
  await expect.element(screen.getByRole("row", { name: /^Business Premium 15/ })).toBeVisible();
  const looks = (at: number) => {
    const row = screen.getByRole("row", { name: new RegExp(`^Business Premium ${at}`) }).element();
    const dot = row.querySelector("td:nth-last-child(2) svg")!;
    return [row.textContent.includes("Activating"), dot.getAttribute("class")] as const;
  };
  expect(looks(12)[1]).toMatch(/text-success/);
  expect(looks(12)[1]).not.toMatch(/pulse/);
  expect(looks(13)[0]).toBe(true);
  expect(looks(13)[1]).toMatch(/text-warning.*pulse|pulse.*text-warning/);
  expect(looks(14)[1]).toMatch(/text-danger/);
  expect(looks(15)[1]).toMatch(/text-muted/);
});

const failure = /^The domain is taken\. Retry, or delete the service\.$/;

test("SVC-16 what is in trouble says in the list and in its row why, and what to do", async () => {
  await page.viewport(1440, 900);
  const sent = serve({
    [`GET /api/services/${instance}`]: refused(404, "notFound", "We could not find this."),
  });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByRole("listitem").filter({ hasText: "Bright Legal" })).toBeVisible();
  await expect.element(screen.getByText(failure)).toBeVisible();
  await screen.getByRole("button", { name: /^Acme Dental/ }).click();
  await expect.element(screen.getByText("The seats are sold out. Retry, or delete the service.")).toBeVisible();
  await screen.getByRole("button", { name: "Retry Business Premium 14" }).click();
  await expect.poll(() => sent.some(({ path }) => path === `/api/services/${instance}`)).toBe(true);
  expect(await faults()).toEqual([]);
  await screen.unmount();
  serve({}, { permissions: [] });
  const { screen: looking } = await renderApp(`${address}?customer=${acme}`);
  await expect
    .element(looking.getByRole("link", { name: "Open service" }))
    .toHaveAttribute("href", `/customers/customer/${acme}/services/${instance}`);
});

test.each([true, false])(
  "ORD-06 with the right (%s) a customer can be added for a product from my services, without it not",
  async (has) => {
    await page.viewport(390, 900);
    serve(
      {
        "GET /api/marketplace/products/microsoft-365": succeeded(microsoft),
        "GET /api/marketplace/products/microsoft-365/customers": picker([]),
      },
      { permissions: has ? ["addProducts", "addOrEditCustomers"] : ["addProducts"] },
    );
    const { screen } = await renderApp(address);
    await expect.element(screen.getByRole("button", { name: /^Bright Legal/ })).toBeVisible();
    const add = screen.getByRole("button", { name: "Add new customer" });
    await expect.poll(() => add.elements().length).toBe(has ? 1 : 0);
    if (!has) return;
    await add.click();
    const popup = screen.getByRole("dialog", { name: "Add product: Microsoft 365" });
    await expect.element(popup.getByRole("combobox", { name: "Select or add a customer" })).toBeVisible();
  },
);

test.each(["sophos", "barracuda"])("ORD-07 nobody is offered to add a customer for %s", async (id) => {
  await page.viewport(1440, 900);
  serve({
    [`GET /api/my-services/${id}/schema`]: schemaOf(null),
    [`GET /api/my-services/${id}/customers`]: succeeded({ Items: [customer()], Next: null }),
  });
  const { screen } = await renderApp(`/services/product/${id}/1`);
  await expect.element(screen.getByRole("button", { name: /^Acme Dental/ })).toBeVisible();
  await settled();
  expect(screen.getByRole("button", { name: "Add new customer" }).elements()).toEqual([]);
});

test("the customers are sorted by name up and down, which the address keeps", async () => {
  await page.viewport(390, 900);
  const sent = serve();
  const { screen, router } = await renderApp(address);
  const asked = () => sent.findLast(({ path }) => path.endsWith("/customers"))?.query.get("Sort");
  await screen.getByRole("button", { name: "Customer, A to Z" }).click();
  await expect.poll(asked).toBe("-name");
  expect(router.state.location.searchStr).toBe("?sort=-name");
  await screen.getByRole("button", { name: "Customer, Z to A" }).click();
  await expect.poll(() => router.state.location.searchStr).toBe("");
});

test("SVC-01 the products that are held stand beside the list, each with how many there are", async () => {
  await page.viewport(1440, 900);
  serve();
  const { screen } = await renderApp(address);
  const rail = screen.getByRole("navigation", { name: "Services by product" });
  await expect.element(rail.getByRole("link", { name: "Microsoft 365 1,204" })).toBeVisible();
  await expect
    .element(rail.getByRole("link", { name: "Exclaimer Something failed 1" }))
    .toHaveAttribute("href", "/services/product/exclaimer/1");
});

test("nobody who has it, nobody who is called so, and an error say what to do", async () => {
  await page.viewport(390, 900);
  const none = { [`GET ${lists}/customers`]: succeeded({ Items: [], Next: null }) };
  serve(none);
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText("No customer has this product")).toBeVisible();
  serve(none);
  const { screen: found } = await renderApp(`${address}?search=nobody`);
  await expect.element(found.getByText("No customers match")).toBeVisible();
  serve({ [`GET ${lists}/customers`]: refused(500, "unexpected", "Something went wrong") });
  const { screen: failed } = await renderApp(address);
  await expect.element(failed.getByRole("button", { name: "Try again" })).toBeVisible();
});

test.each([
  ["ORD-40", "/services/wizard/microsoft-365/1", "microsoft-365"],
  ["ORD-41", "/services/exclaimer", "exclaimer"],
])("%s the address %s opens the first page of the customers of %s", async (_row, opened, id) => {
  await page.viewport(1440, 900);
  const sent = serve({
    "GET /api/my-services/exclaimer/customers": succeeded({ Items: [customer()], Next: null }),
  });
  const { screen } = await renderApp(opened);
  await expect.element(screen.getByRole("button", { name: /^Acme Dental/ })).toBeVisible();
  const asked = sent.filter(({ path }) => path.endsWith("/customers"));
  expect(asked.map(({ path, query }) => [path, query.get("After")])).toEqual([
    [`/api/my-services/${id}/customers`, null],
  ]);
});
