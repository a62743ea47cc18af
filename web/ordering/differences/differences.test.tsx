import { expect, test } from "vitest";
import { page } from "vitest/browser";
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
  PerMonth: { Minor: "3084", Currency: "GBP" },
  DecidedBy: null,
  Note: null,
  Cures: ["take", "ask", "accept"],
};
const totals = {
  Open: 1,
  NotCharged: { Minor: "3084", Currency: "GBP" },
  TooMuch: { Minor: "0", Currency: "GBP" },
};
const proposal = {
  Hash: "a".repeat(64),
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

test("a difference says what each book has and what it costs; taking the vendor's shows its charges first", async () => {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "reseller" })),
    "GET /api/differences": succeeded({ Items: [item], Next: null, Totals: totals }),
    [`GET /api/differences/${id}/proposal`]: succeeded(proposal),
    [`POST /api/differences/${id}/settle`]: succeeded({ Id: id }),
  });
  const { screen } = await renderApp("/differences");
  await expect
    .element(screen.getByRole("row", { name: /^Acme Dental/ }))
    .toHaveTextContent(
      "Acme DentalMicrosoft 365 Business Standard5 licences8 licencesMicrosoftAnother numberSince 20/05/2026 14:05£30.84not charged yetTake Microsoft’s",
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
    .toBe(JSON.stringify({ Cure: "take", Hash: proposal.Hash }));
  await expect.element(screen.getByText("We now have what Microsoft has")).toBeVisible();
});

test("accepting a difference needs a reason, and a refusal is shown in the dialog", async () => {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "reseller" })),
    "GET /api/differences": succeeded({ Items: [item], Next: null, Totals: totals }),
    [`POST /api/differences/${id}/settle`]: refused(409, "differenceSettled", "This difference is settled already."),
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
  await expect.element(dialog.getByText("This difference is settled already.")).toBeVisible();
});

test("the operator sees differences of all resellers and accepts one with a reason", async () => {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "admin" })),
    "GET /api/operator/differences": succeeded({
      Items: [{ ...item, ResellerName: "Harbour IT", InstanceId: null, PerMonth: null, Cures: ["accept"] }],
      Next: null,
    }),
    [`POST /api/operator/differences/${id}/accept`]: succeeded({ Id: id }),
  });
  const { screen } = await renderApp("/operator/differences");
  await expect.element(screen.getByText("Acme Dental · Harbour IT")).toBeVisible();
  await screen.getByRole("button", { name: "Accept" }).click();
  await screen.getByLabelText("Reason").fill("Known");
  await screen.getByRole("dialog").getByRole("button", { name: "Accept" }).click();
  await expect
    .poll(() => sent.find(({ path }) => path.endsWith("/accept"))?.body)
    .toBe(JSON.stringify({ Note: "Known" }));
});

test("where the books agree, the page says so", async () => {
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "reseller" })),
    "GET /api/differences": succeeded({ Items: [], Next: null, Totals: { ...totals, Open: 0 } }),
  });
  const { screen } = await renderApp("/differences");
  await expect.element(screen.getByText("The books agree")).toBeVisible();
});

test("on a phone each difference is a card with all its cures", async () => {
  await page.viewport(390, 844);
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "reseller" })),
    "GET /api/differences": succeeded({ Items: [item], Next: null, Totals: totals }),
  });
  const { screen } = await renderApp("/differences");
  await expect.element(screen.getByText("Microsoft has 8 licences, and we have 5 licences.")).toBeVisible();
  await expect.element(screen.getByText("Since 20/05/2026 14:05 · £30.84 a month not charged yet")).toBeVisible();
  for (const name of ["Take Microsoft’s", "Ask Microsoft", "Accept"])
    await expect.element(screen.getByRole("button", { name })).toBeVisible();
  expect(await faults()).toEqual([]);
});
