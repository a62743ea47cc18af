import type { customerOverview } from "@tradewind/contract/ordering/customer-overview.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { customerId, instanceId, serviceOf, subscriptionId } from "../../ordering/services/service-fixtures.ts";
import { faults } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { acme } from "../../test/samples.ts";
import { sessionOf } from "../../test/sessions.ts";
import { widths } from "../../test/widths.ts";

const money = (Minor: string) => ({ Minor, Currency: "GBP" as const });
type Overview = ResultOf<typeof customerOverview.overview>;
const overview: Overview = {
  Troubles: 1,
  Monthly: { Cost: money("12500"), Price: money("15400"), CostOfPriced: money("12500"), Unpriced: 1 },
  NextRenewal: "2027-05-20",
  Subscriptions: [
    {
      Id: subscriptionId,
      InstanceId: instanceId,
      ProductName: "Microsoft 365",
      Icon: "apps",
      Name: "Business Premium",
      ParentId: null,
      Term: "P1Y",
      Billing: "monthly",
      Quantity: 5,
      Unit: "Seat",
      Status: "active",
      AtVendor: "provided",
      UnitCost: "25.00",
      TermUntil: "2027-05-20",
      TermEnd: { Outcome: "renew", OfferId: null, Quantity: 4, Until: null },
      Monthly: { Cost: money("12500"), Price: money("15400") },
      GiveBack: { Quantity: 2, Until: "2026-05-27T09:00:00.000Z" },
    },
  ],
  Ended: [{ Id: instanceId, Name: "Business Basic", Quantity: 3, Unit: "Seat" }],
};
const contact = { ContactName: "Daniel Frost", Telephone: "0117 496 0142", ContactEmail: "daniel@acme.example" };
const ticket = {
  Id: instanceId,
  Number: "T-002041",
  Subject: "Line for the new surgery",
  Category: "Technical" as const,
  Priority: "Normal" as const,
  State: "Waiting for you" as const,
  WaitsFor: "reseller" as const,
  CustomerId: customerId,
  CustomerName: acme.Name,
  ServiceName: null,
  OpenedBy: "Daniel Frost",
  Assignee: null,
  Created: "2026-05-19T09:00:00.000Z",
  Updated: "2026-05-19T09:00:00.000Z",
};
const of = `/api/customers/${customerId}`;

const serve = (seen: Overview = overview, session: Parameters<typeof sessionOf>[0] = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf(session)),
    [`GET ${of}`]: succeeded({ ...acme, ...contact }),
    [`GET ${of}/overview`]: succeeded(seen),
    [`GET ${of}/services`]: succeeded({ Items: [serviceOf().Service] }),
    [`GET ${of}/services/all`]: succeeded({ Items: [] }),
    [`GET ${of}/transfers`]: succeeded({ Items: [], Next: null, Vendors: [] }),
    [`GET ${of}/activity`]: succeeded({
      Users: [],
      Items: [
        {
          Id: instanceId,
          At: "2026-05-18T09:00:00.000Z",
          Who: "Jamie Okonkwo",
          OnBehalfOf: null,
          What: "Added 2 licences of Business Premium",
          Outcome: "done",
        },
      ],
      Next: null,
    }),
    [`GET ${of}/charges`]: succeeded({
      Items: [
        {
          Id: instanceId,
          DueOn: "2026-05-01",
          ProductName: "Microsoft 365",
          Description: "Premium for May",
          PeriodFrom: "2026-05-01",
          PeriodUntil: "2026-06-01",
          Quantity: 5,
          Unit: "Seat",
          IsCredit: false,
          Net: money("12500"),
        },
      ],
      Next: null,
    }),
    "GET /api/support/tickets": succeeded({ Items: [ticket], Next: null }),
    "GET /api/support/tickets/count": succeeded({ New: 1, Open: 0, "Waiting for you": 1, Solved: 4, Closed: 0 }),
    [`GET /api/services/${instanceId}`]: succeeded(serviceOf()),
  });

test.each(widths)(
  "a customer's page tells whom to call, what it is worth and what comes next, at %i px",
  async (width) => {
    await page.viewport(width, 900);
    serve();
    const { screen } = await renderApp(`/customers/customer/${customerId}`);
    await expect
      .element(screen.getByRole("link", { name: "0117 496 0142" }))
      .toHaveAttribute("href", "tel:01174960142");
    await expect.element(screen.getByText("1 service in trouble")).toBeVisible();
    for (const [label, figure] of [
      ["Sales each month", "£154.00"],
      ["Cost each month", "£125.00"],
      ["Margin", "£29.0018.8 %"],
      ["Next renewal", "20/05/2027in 364 days"],
      ["Tickets", "2 open1 your turn"],
    ] as const) {
      const shown = () =>
        screen
          .getByRole("term")
          .elements()
          .find(({ textContent }) => textContent === label)?.nextElementSibling?.textContent;
      await expect.poll(shown).toBe(figure);
    }
    const row = screen.getByRole("table", { name: "Subscriptions" }).getByRole("row").last();
    await expect
      .element(row)
      .toMatchTextContent(/Business Premium.*1\syear · billed each month · £25.00 each5\slicences/);
    await expect.element(row).toMatchTextContent(/20\/05\/2027renews with 4 licences2 back by 27\/05\/2026/);
    await expect.element(screen.getByText(/One subscription has no price of yours/)).toBeVisible();
    for (const text of ["Line for the new surgery", "Premium for May", "Added 2 licences of Business Premium"])
      await expect.element(screen.getByText(text)).toBeVisible();
    await expect.element(screen.getByText("Business Basic")).not.toBeVisible();
    await screen.getByText("1 ended subscription").click();
    await expect.element(screen.getByText("Business Basic")).toBeVisible();
    expect(await faults()).toEqual([]);
  },
);

test("units are changed where the customer's subscriptions are listed", async () => {
  await page.viewport(1440, 900);
  serve();
  const { screen } = await renderApp(`/customers/customer/${customerId}`);
  await screen.getByRole("button", { name: /^5 licences.*of Business Premium/ }).click();
  const dialog = screen.getByRole("dialog", { name: "Change licences" });
  await expect.element(dialog.getByRole("spinbutton")).toHaveValue("5");
});

test("ACL-39 no sales, cost or margin is shown where prices are hidden", async () => {
  await page.viewport(1440, 900);
  const hidden = overview.Subscriptions.map((each) => ({ ...each, UnitCost: null, Monthly: null }));
  serve({ ...overview, Monthly: null, Subscriptions: hidden }, { seesPrices: false });
  const { screen } = await renderApp(`/customers/customer/${customerId}`);
  await expect.element(screen.getByRole("table", { name: "Subscriptions" })).toBeVisible();
  for (const word of ["Sales", "Margin", "Cost"]) expect(screen.getByText(word).elements()).toHaveLength(0);
});
