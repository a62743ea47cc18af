import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { faults } from "../../test/axe.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const idOf = (at: number) => `019a0000-0000-7000-8000-${String(at).padStart(12, "0")}`;
const pounds = (Minor: string) => ({ Minor, Currency: "GBP" });
const item = {
  Id: idOf(1),
  CustomerId: idOf(91),
  CustomerName: "Acme Dental",
  InstanceId: idOf(81),
  ProductName: "Microsoft 365",
  Name: "Business Standard",
  VendorName: "Microsoft",
  Kind: "quantity",
  Text: "Microsoft has 8 licences, and we have 5 licences",
  Ours: "5 licences",
  Theirs: "8 licences",
  State: "open",
  Since: "2026-05-20T13:05:00.000Z",
  Cause: "Changed at Microsoft, found by comparing",
  Order: null,
  ReadAt: null,
  ClosedAt: null,
  Closed: null,
  SoFar: null,
  PerMonth: pounds("3084"),
  StillBilled: null,
  DecidedBy: null,
  Note: null,
  Cures: ["take", "ask", "accept"],
};
const second = {
  ...item,
  Id: idOf(2),
  CustomerId: idOf(92),
  CustomerName: "Northgate School",
  PerMonth: pounds("-1028"),
};
const wish = { ...item, Id: idOf(3), CustomerName: "Tamar Growers", Kind: "termEnd", Cures: ["ask", "accept"] };
const busy = { ...item, Id: idOf(4), CustomerName: "Wharf Bakery", State: "asked" };
const all = [item, second, wish, busy];
const lineOf = ({ Id, CustomerName, Name, Text }: typeof item, minor: string) => ({
  Id,
  CustomerName,
  Name,
  Text,
  Charges: [],
  Total: pounds(minor),
});
const reason = "This cannot be taken over from the vendor.";
const proposal = {
  Hash: "a".repeat(64),
  Lines: [lineOf(item, "1393"), lineOf(second, "-500")],
  LeftOut: [{ Id: wish.Id, CustomerName: wish.CustomerName, Name: wish.Name, Reason: reason }],
  Totals: [pounds("893")],
};
const listed = (Items: readonly object[]) => succeeded({ Items, Next: null, Totals: null });

test("several differences are settled by one proposal: a line each with its money, one total, and who is left out and why", async () => {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "reseller" })),
    "GET /api/differences": listed(all),
    "POST /api/differences/proposal": succeeded(proposal),
    "POST /api/differences/settle": succeeded({ Settled: 2 }),
  });
  const { screen } = await renderApp("/differences");
  // One of whose vendor is being asked can be settled by nobody.
  await expect.element(screen.getByRole("checkbox", { name: "Select Business Standard of Acme Dental" })).toBeVisible();
  expect(screen.getByRole("checkbox", { name: /Wharf Bakery/ }).elements()).toEqual([]);
  await screen.getByRole("checkbox", { name: "Select all rows shown" }).click();
  const bar = screen.getByRole("region", { name: "Selected rows" });
  await expect.element(bar.getByRole("status")).toHaveTextContent("3 selected");
  expect(await faults()).toEqual([]);
  await bar.getByRole("button", { name: "Take Microsoft’s" }).click();
  const dialog = screen.getByRole("dialog", { name: "Take over what Microsoft has?" });
  await expect.element(dialog.getByText("3 differences of 2 customers")).toBeVisible();
  const rows = dialog.getByRole("row");
  await expect.element(rows.first()).toMatchTextContent(/^Acme Dental.*£13\.93$/);
  await expect.element(rows.nth(1)).toMatchTextContent(/^Northgate School.*−£5\.00$/);
  await expect.element(rows.last()).toHaveTextContent("Net£8.93");
  await expect.element(dialog.getByText("1 difference is left out and stays as it is")).toBeVisible();
  await expect.element(dialog.getByRole("listitem")).toMatchTextContent(`Tamar Growers, Business Standard: ${reason}`);
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Settle 2 differences" }).click();
  await expect
    .poll(() => sent.find(({ path }) => path.endsWith("/settle"))?.body)
    .toBe(JSON.stringify({ Cure: "take", DifferenceIds: [item.Id, second.Id], Hash: proposal.Hash }));
  await expect.element(screen.getByText("We now have what Microsoft has")).toBeVisible();
  expect(bar.elements()).toEqual([]);
});

test("what changed meanwhile is proposed anew, and nothing is settled before it was seen", async () => {
  let hash = proposal.Hash;
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "reseller" })),
    "GET /api/differences": listed(all),
    "POST /api/differences/proposal": () => succeeded({ ...proposal, Hash: hash, LeftOut: [] }),
    "POST /api/differences/settle": () => {
      if (hash !== proposal.Hash) return succeeded({ Settled: 2 });
      hash = "b".repeat(64);
      return refused(409, "proposalChanged", "The price or the terms have changed since you looked.");
    },
  });
  const { screen } = await renderApp("/differences");
  await screen.getByRole("checkbox", { name: /Acme Dental/ }).click();
  await screen.getByRole("checkbox", { name: /Northgate School/ }).click();
  await screen.getByRole("region", { name: "Selected rows" }).getByRole("button", { name: "Take Microsoft’s" }).click();
  const settle = screen.getByRole("dialog").getByRole("button", { name: "Settle 2 differences" });
  await settle.click();
  await expect.element(screen.getByText("The price or the terms have changed since you looked.")).toBeVisible();
  // At once, not when open pages look again.
  await expect.poll(() => sent.filter(({ path }) => path.endsWith("/proposal")).length, { timeout: 5_000 }).toBe(2);
  await settle.click();
  await expect
    .poll(() => sent.findLast(({ path }) => path.endsWith("/settle"))?.body)
    .toBe(JSON.stringify({ Cure: "take", DifferenceIds: [item.Id, second.Id], Hash: "b".repeat(64) }));
});

test("on a phone cards are selected, and accepting several says what each costs on and needs one reason", async () => {
  await page.viewport(390, 844);
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "reseller" })),
    "GET /api/differences": listed([item, second]),
    "POST /api/differences/proposal": succeeded({
      ...proposal,
      Lines: [lineOf(item, "0"), lineOf(second, "0")],
      LeftOut: [],
    }),
    "POST /api/differences/settle": succeeded({ Settled: 2 }),
  });
  const { screen } = await renderApp("/differences");
  await screen.getByRole("checkbox", { name: /Acme Dental/ }).click();
  const bar = screen.getByRole("region", { name: "Selected rows" });
  await bar.getByRole("button", { name: "Select all rows shown" }).click();
  expect(await faults()).toEqual([]);
  await bar.getByRole("button", { name: "Accept" }).click();
  const dialog = screen.getByRole("dialog", { name: "Accept these as they are?" });
  await expect.element(dialog.getByRole("row").first()).toMatchTextContent(/£30\.84a month not charged yet$/);
  await expect.element(dialog.getByRole("row").last()).toMatchTextContent(/£10\.28a month too much$/);
  await dialog.getByLabelText("Reason").fill("A gift");
  await dialog.getByRole("button", { name: "Settle 2 differences" }).click();
  await expect
    .poll(() => sent.find(({ path }) => path.endsWith("/settle"))?.body)
    .toBe(JSON.stringify({ Cure: "accept", DifferenceIds: [item.Id, second.Id], Hash: proposal.Hash, Note: "A gift" }));
});

test("more than a hundred are not settled at once", async () => {
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "reseller" })),
    "GET /api/differences": listed(Array.from({ length: 101 }, (_, at) => ({ ...item, Id: idOf(at + 1) }))),
  });
  const { screen } = await renderApp("/differences");
  await screen.getByRole("checkbox", { name: "Select all rows shown" }).click();
  const bar = screen.getByRole("region", { name: "Selected rows" });
  await expect.element(bar.getByText("At most 100 can be settled at once")).toBeVisible();
  expect(bar.getByRole("button").elements()).toHaveLength(1);
});

test("the operator accepts those of several resellers that are open, and adopts one by one", async () => {
  const strange = { ...item, Kind: "unknown", Cures: ["adopt", "accept"], ResellerName: "Harbour IT" };
  const accepted = { ...strange, Id: idOf(5), CustomerName: "Liffey Clinic", State: "accepted" };
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "admin" })),
    "GET /api/operator/differences": listed([
      strange,
      { ...second, ResellerName: "Liffey", Cures: ["accept"] },
      accepted,
    ]),
    "POST /api/operator/differences/accept": succeeded({ Settled: 2 }),
  });
  const { screen } = await renderApp("/operator/differences");
  await screen.getByRole("checkbox", { name: "Select all rows shown" }).click();
  const bar = screen.getByRole("region", { name: "Selected rows" });
  await expect.element(bar.getByText(/^Adopt one by one/)).toBeVisible();
  await bar.getByRole("button", { name: "Accept" }).click();
  const dialog = screen.getByRole("dialog", { name: "Accept these as they are?" });
  await expect.element(dialog.getByRole("listitem")).toMatchTextContent(/^Liffey Clinic.*accepted as it is already/);
  await dialog.getByLabelText("Reason").fill("Known");
  await dialog.getByRole("button", { name: "Settle 2 differences" }).click();
  await expect
    .poll(() => sent.find(({ path }) => path.endsWith("/accept"))?.body)
    .toBe(JSON.stringify({ DifferenceIds: [item.Id, second.Id], Note: "Known" }));
});
