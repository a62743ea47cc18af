import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { faults } from "../../test/axe.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const id = "019a0000-0000-7000-8000-0000000000d1";
const item = {
  Id: id,
  CustomerId: "019a0000-0000-7000-8000-0000000000c1",
  CustomerName: "Acme Dental",
  InstanceId: "019a0000-0000-7000-8000-0000000000e1",
  ProductName: "Microsoft 365",
  Name: "Microsoft 365 Business Standard",
  VendorName: "Microsoft",
  Kind: "quantity",
  Text: "Microsoft has 8 licences, and we have 5 licences",
  Ours: "5 licences",
  Theirs: "8 licences",
  State: "open",
  Since: "2026-05-20T13:05:00.000Z",
  Cause: "Changed at Microsoft, found by comparing",
  Order: null,
  ReadAt: "2026-05-21T05:02:00.000Z",
  ClosedAt: null,
  Closed: null,
  SoFar: { Minor: "199", Currency: "GBP" },
  PerMonth: { Minor: "3084", Currency: "GBP" },
  StillBilled: null,
  DecidedBy: null,
  Note: null,
  Cures: ["take", "ask", "accept"],
};
const totals = {
  Open: 1,
  Compared: 12,
  All: 12,
  Behind: [],
  NotCharged: { Minor: "3084", Currency: "GBP" },
  TooMuch: { Minor: "0", Currency: "GBP" },
};
const charges = {
  Charges: [
    {
      Description: "Microsoft 365 Business Standard, added",
      From: "2026-05-20",
      Until: "2026-06-03",
      Quantity: 3,
      Amount: { Minor: "1393", Currency: "GBP" },
    },
  ],
  Total: { Minor: "1393", Currency: "GBP" },
};
const line = { Id: id, CustomerName: item.CustomerName, Name: item.Name, Text: item.Text };
const proposal = {
  Hash: "a".repeat(64),
  Lines: [{ ...line, ...charges }],
  LeftOut: [],
  Totals: [charges.Total],
};
const accepting = { ...proposal, Lines: [{ ...line, Charges: [], Total: null }] };

test("a difference says what each book has and what it costs; taking the vendor's shows its charges first", async () => {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "reseller" })),
    "GET /api/differences": succeeded({ Items: [item], Next: null, Totals: totals }),
    "POST /api/differences/proposal": succeeded(proposal),
    "POST /api/differences/settle": succeeded({ Settled: 1 }),
  });
  const { screen } = await renderApp("/differences");
  await expect
    .element(screen.getByRole("row", { name: /Acme Dental/ }))
    .toHaveTextContent(
      "Acme DentalMicrosoft 365 Business Standard5 licences8 licencesMicrosoftAnother numberChanged at Microsoft, found by comparingSince 20/05/2026 14:05 · read 21/05/2026 06:02£30.84not charged yet£1.99 so farTake Microsoft’s",
    );
  await expect.element(screen.getByText("You would pay too much")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Take Microsoft’s" }).click();
  const dialog = screen.getByRole("dialog", { name: "Take over what Microsoft has?" });
  await expect
    .element(dialog.getByRole("row").first())
    .toHaveTextContent("3 × Microsoft 365 Business Standard, added20/05/2026 to 02/06/2026£13.93");
  await dialog.getByRole("button", { name: "Take Microsoft’s" }).click();
  await expect
    .poll(() => sent.find(({ path }) => path.endsWith("/settle"))?.body)
    .toBe(JSON.stringify({ Cure: "take", DifferenceIds: [id], Hash: proposal.Hash }));
  await expect.element(screen.getByText("We now have what Microsoft has")).toBeVisible();
});

test("accepting a difference needs a reason, and what is settled meanwhile is said in the dialog", async () => {
  let isOver = false;
  const over = { ...accepting, Lines: [], LeftOut: [{ ...line, Reason: "This difference is settled already." }] };
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "reseller" })),
    "GET /api/differences": succeeded({ Items: [item], Next: null, Totals: totals }),
    "POST /api/differences/proposal": () => succeeded(isOver ? over : accepting),
    "POST /api/differences/settle": () => {
      isOver = true;
      return refused(409, "proposalChanged", "This has changed since you looked.");
    },
  });
  const { screen } = await renderApp("/differences");
  await screen.getByRole("button", { name: "More for Microsoft 365 Business Standard of Acme Dental" }).click();
  await screen.getByRole("button", { name: "Accept" }).click();
  const dialog = screen.getByRole("dialog", { name: "Accept this as it is?" });
  await dialog.getByRole("button", { name: "Accept" }).click();
  await expect.element(dialog.getByText("A reason is required")).toBeVisible();
  expect(sent.some(({ path }) => path.endsWith("/settle"))).toBe(false);
  await dialog.getByLabelText("Reason").fill("A gift");
  await dialog.getByRole("button", { name: "Accept" }).click();
  await expect.element(dialog.getByText("This has changed since you looked.")).toBeVisible();
  await expect.element(dialog.getByText("This difference is settled already.")).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Accept" })).toBeDisabled();
});

test("what a vendor has by the time something is settled is said with what that costs", async () => {
  let now = proposal;
  const Text = "Microsoft has 9 licences, and we have 5 licences";
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "reseller" })),
    "GET /api/differences": succeeded({ Items: [item], Next: null, Totals: totals }),
    "POST /api/differences/proposal": () => succeeded(now),
    "POST /api/differences/settle": () => {
      now = { ...proposal, Lines: [{ ...proposal.Lines[0]!, Text }] };
      return refused(409, "proposalChanged", "This has changed since you looked.");
    },
  });
  const { screen } = await renderApp("/differences");
  await screen.getByRole("button", { name: "Take Microsoft’s" }).click();
  const dialog = screen.getByRole("dialog", { name: "Take over what Microsoft has?" });
  await dialog.getByRole("button", { name: "Take Microsoft’s" }).click();
  await expect.element(dialog.getByText(`${Text}.`)).toBeVisible();
  expect(dialog.getByText(/8 licences/).elements()).toEqual([]);
});

test("the operator sees differences of all resellers and accepts one with a reason", async () => {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "admin" })),
    "GET /api/operator/differences": succeeded({
      Items: [
        { ...item, ResellerName: "Harbour IT", InstanceId: null, PerMonth: null, SoFar: null, Cures: ["accept"] },
      ],
      Next: null,
      Totals: {
        Compared: 1180,
        All: 1204,
        Open: 1,
        Behind: [{ CustomerId: id, CustomerName: "Quiet Ltd", VendorName: "Microsoft", At: null }],
      },
    }),
    "POST /api/operator/differences/accept": succeeded({ Settled: 1 }),
  });
  const { screen } = await renderApp("/operator/differences");
  await expect.element(screen.getByText("Acme Dental · Harbour IT")).toBeVisible();
  await expect.element(screen.getByText("of 1,204 subscriptions")).toBeVisible();
  await expect.element(screen.getByText("Quiet Ltd at Microsoft, not yet")).toBeVisible();
  await expect.element(screen.getByText("24 subscriptions in all.")).toBeVisible();
  expect(screen.getByText("You would pay too much").elements()).toEqual([]);
  await expect.element(screen.getByRole("columnheader", { name: "Cure" })).toBeVisible();
  expect(screen.getByRole("columnheader", { name: "Each month" }).elements()).toEqual([]);
  await screen.getByRole("button", { name: "Accept" }).click();
  await screen.getByLabelText("Reason").fill("Known");
  await screen.getByRole("dialog").getByRole("button", { name: "Accept" }).click();
  await expect
    .poll(() => sent.find(({ path }) => path.endsWith("/accept"))?.body)
    .toBe(JSON.stringify({ DifferenceIds: [id], Note: "Known" }));
});

test("where the books agree, the page says so", async () => {
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "reseller" })),
    "GET /api/differences": succeeded({ Items: [], Next: null, Totals: { ...totals, Open: 0 } }),
  });
  const { screen } = await renderApp("/differences");
  await expect.element(screen.getByText("The books agree")).toBeVisible();
  await expect.element(screen.getByText(/^All 12 subscriptions were compared/)).toBeVisible();
});

test("it never says so before everything was compared", async () => {
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "reseller" })),
    "GET /api/differences": succeeded({
      Items: [],
      Next: null,
      Totals: {
        ...totals,
        Open: 0,
        Compared: 11,
        Behind: [
          { CustomerId: id, CustomerName: "Acme Dental", VendorName: "Microsoft", At: "2026-05-18T04:00:00.000Z" },
        ],
      },
    }),
  });
  const { screen } = await renderApp("/differences");
  await expect.element(screen.getByText("Not everything was compared yet")).toBeVisible();
  await expect.element(screen.getByText(/^11 of 12 subscriptions were compared/)).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Acme Dental" })).toBeVisible();
  await expect.element(screen.getByText(/at Microsoft, last on 18\/05\/2026/)).toBeVisible();
  expect(screen.getByText("The books agree").elements()).toEqual([]);
});

test("what is suspended and billed on says what that costs", async () => {
  const suspended = { ...item, Kind: "suspended", Ours: "Active", Theirs: "Suspended" };
  const PerMonth = { Minor: "0", Currency: "GBP" };
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "reseller" })),
    "GET /api/differences": succeeded({
      Items: [{ ...suspended, PerMonth, StillBilled: { Minor: "5140", Currency: "GBP" } }],
      Next: null,
      Totals: totals,
    }),
  });
  const { screen } = await renderApp("/differences");
  await expect
    .element(screen.getByRole("row", { name: /Acme Dental/ }))
    .toHaveTextContent(
      "Acme DentalMicrosoft 365 Business StandardActiveSuspendedMicrosoftSuspended thereChanged at Microsoft, found by comparingSince 20/05/2026 14:05 · read 21/05/2026 06:02£51.40still billed£1.99 so farTake Microsoft’s",
    );
});

test("what was suspended says once it is closed that it was billed until then", async () => {
  const StillBilled = { Minor: "5140", Currency: "GBP" };
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "reseller" })),
    "GET /api/differences": succeeded({
      Items: [{ ...item, Kind: "suspended", StillBilled, State: "closed", Cures: [] }],
      Next: null,
      Totals: null,
    }),
  });
  const { screen } = await renderApp("/differences?view=closed");
  await expect
    .element(screen.getByRole("row", { name: /Acme Dental/ }))
    .toHaveTextContent(
      "Acme DentalMicrosoft 365 Business Standard5 licences8 licencesMicrosoftSuspended thereChanged at Microsoft, found by comparingSince 20/05/2026 14:05£1.99billed until then",
    );
});

test("on a phone each difference is a card with both books side by side, and all its cures", async () => {
  await page.viewport(390, 844);
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "reseller" })),
    "GET /api/differences": succeeded({ Items: [item], Next: null, Totals: totals }),
  });
  const { screen } = await renderApp("/differences");
  await expect.element(screen.getByText("Our book")).toBeVisible();
  const [ours, theirs] = ["Our book", "Microsoft’s"].map((term) => screen.getByText(term).element().parentElement!);
  expect([ours!.textContent, theirs!.textContent]).toEqual(["Our book5 licences", "Microsoft’s8 licences"]);
  expect(ours!.getBoundingClientRect().top).toBe(theirs!.getBoundingClientRect().top);
  await expect.element(screen.getByText("£30.84 a month not charged yet, £1.99 so far")).toBeVisible();
  for (const name of ["Take Microsoft’s", "Ask Microsoft", "Accept", "Read now"])
    await expect.element(screen.getByRole("button", { name })).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("the operator adopts what nobody ordered here, charged from the day that they choose", async () => {
  const charge = { ...charges.Charges[0]!, Quantity: 5, Amount: { Minor: "1302", Currency: "GBP" } };
  const adoption = {
    Hash: proposal.Hash,
    Charges: [charge],
    Total: charge.Amount,
    From: "2026-05-20",
    OfferName: "Microsoft 365 Business Basic",
    Quantity: 5,
    Unit: "Licence",
    TermFrom: "2026-05-09",
    TermUntil: "2027-05-09",
    UnitCost: "4.11",
    Billing: "monthly",
  };
  const strange = { ...item, Kind: "unknown", Ours: "Not in our book", InstanceId: null, PerMonth: null };
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "admin" })),
    "GET /api/operator/differences": succeeded({
      Items: [{ ...strange, ResellerName: "Harbour IT", Cures: ["adopt", "accept"] }],
      Next: null,
      Totals: null,
    }),
    [`GET /api/operator/differences/${id}/proposal`]: ({ query }) =>
      succeeded(
        query.get("From") === "2026-05-10" ? { ...adoption, Hash: "b".repeat(64), From: "2026-05-10" } : adoption,
      ),
    [`POST /api/operator/differences/${id}/adopt`]: succeeded({ Id: id }),
  });
  const { screen } = await renderApp("/operator/differences");
  await screen.getByRole("button", { name: "Adopt it" }).click();
  const dialog = screen.getByRole("dialog", { name: "Adopt it for its customer?" });
  await expect
    .element(
      dialog.getByText(
        "5 licences of Microsoft 365 Business Basic, £4.11 per licence per month, since 09/05/2026, to 08/05/2027",
      ),
    )
    .toBeVisible();
  await expect.element(dialog.getByRole("row").last()).toHaveTextContent("Net£13.02");
  expect(await faults()).toEqual([]);
  await dialog.getByRole("textbox", { name: "Charge from" }).fill("10/05/2026");
  await userEvent.tab();
  await dialog.getByRole("button", { name: "Adopt it" }).click();
  await expect
    .poll(() => sent.find(({ path }) => path.endsWith("/adopt"))?.body)
    .toBe(JSON.stringify({ Hash: "b".repeat(64), From: "2026-05-10" }));
  await expect.element(screen.getByText("It is adopted")).toBeVisible();
});

test("the vendor is asked again at once, on request", async () => {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "reseller" })),
    "GET /api/differences": succeeded({ Items: [item], Next: null, Totals: totals }),
    [`POST /api/differences/${id}/read`]: succeeded({ Id: id }),
  });
  const { screen } = await renderApp("/differences");
  await screen.getByRole("button", { name: "More for Microsoft 365 Business Standard of Acme Dental" }).click();
  await screen.getByRole("button", { name: "Read now" }).click();
  await expect.poll(() => sent.some(({ path }) => path === `/api/differences/${id}/read`)).toBe(true);
  await expect.element(screen.getByText("The vendor is asked again")).toBeVisible();
});

test("what is over says what led to it, what it came to, and how it ended, with the order behind it", async () => {
  const orderId = "019a0000-0000-7000-8000-0000000000e9";
  const closed = {
    ...item,
    State: "closed",
    Cause: "After order 0000-00E9",
    Order: { Id: orderId, InstanceId: item.InstanceId, Number: "0000-00E9" },
    DecidedBy: "Robin Hughes",
    ClosedAt: "2026-05-22T09:00:00.000Z",
    Closed: "Robin Hughes took over what Microsoft has",
    Cures: [],
  };
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "reseller" })),
    "GET /api/differences": ({ query }) =>
      succeeded(
        query.get("View") === "closed"
          ? { Items: [closed], Next: null, Totals: null }
          : { Items: [], Next: null, Totals: { ...totals, Open: 0 } },
      ),
  });
  const { screen, router } = await renderApp("/differences");
  await expect.element(screen.getByText("The books agree")).toBeVisible();
  await screen.getByText("Closed", { exact: true }).click();
  await expect
    .element(screen.getByRole("row", { name: /Acme Dental/ }))
    .toHaveTextContent(
      "Acme DentalMicrosoft 365 Business Standard5 licences8 licencesMicrosoftAnother numberAfter order 0000-00E9Since 20/05/2026 14:05£1.99not charged until thenRobin Hughes took over what Microsoft has22/05/2026 10:00",
    );
  await expect
    .element(screen.getByRole("link", { name: "order 0000-00E9" }))
    .toHaveAttribute("href", `/customers/customer/${item.CustomerId}/orders/${orderId}`);
  expect(router.state.location.href).toBe("/differences?view=closed");
  expect(sent.findLast(({ path }) => path === "/api/differences")?.query.get("View")).toBe("closed");
  expect(screen.getByRole("button", { name: /^More for/ }).elements()).toEqual([]);
  expect(await faults()).toEqual([]);
});
