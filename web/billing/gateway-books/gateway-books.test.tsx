import type { GatewayDifferenceItem } from "@tradewind/contract/billing/gateway-books.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded, type Sent } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const gbp = (minor: number) => ({ Minor: String(minor), Currency: "GBP" as const });
const id = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const operator = { kind: "admin", views: [], permissions: [] } as const;
const difference = (n: number, changes: Partial<GatewayDifferenceItem> = {}): GatewayDifferenceItem => ({
  Id: id(n),
  Gateway: "stripe",
  Name: "Stripe",
  Cause: "unknownPayment",
  Ref: `pi_${n}`,
  Theirs: gbp(5_000),
  Ours: gbp(0),
  ResellerName: null,
  Number: null,
  Words: null,
  Since: "2026-11-19T04:00:00.000Z",
  State: "open",
  Reason: null,
  DecidedBy: null,
  ClosedAt: null,
  Version: 0,
  ...changes,
});
const ours = difference(2, {
  Cause: "amountDiffers",
  Theirs: gbp(7_000),
  Ours: gbp(12_000),
  ResellerName: "Harbour IT",
  Number: "TW-000123",
});
const standing = (changes: object = {}) => ({
  Gateway: "stripe",
  Name: "Stripe",
  Ours: gbp(100_000),
  Theirs: gbp(100_000),
  ReadAt: "2026-11-20T04:00:00.000Z",
  Explained: gbp(0),
  Differences: 0,
  Fees: gbp(1_720),
  ReadUntil: "2026-11-20T04:00:00.000Z",
  ...changes,
});
const payout = {
  Gateway: "stripe",
  Name: "Stripe",
  Ref: "po_1",
  Amount: gbp(98_280),
  Status: "paid",
  MadeAt: "2026-11-20T04:00:00.000Z",
  ArrivesOn: "2026-11-21",
  Items: 12,
  Fees: gbp(1_720),
};

const serve = (differences: GatewayDifferenceItem[], standings: object[], changes: object = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf(operator)),
    "GET /api/operator/gateway-differences": ({ query }: Sent) =>
      succeeded({ Items: differences.filter(({ State }) => State === (query.get("State") ?? "open")), Next: null }),
    "GET /api/operator/gateway-books": succeeded({ Items: standings }),
    "GET /api/operator/gateway-payouts": succeeded({ Items: [payout], Next: null }),
    ...changes,
  });
const open = async (address = "/operator/payment-gateways") => (await renderApp(address)).screen;

test("each gateway says what is there, and what no known difference explains stands out", async () => {
  serve(
    [difference(1), ours],
    [
      standing(),
      standing({ Gateway: "gocardless", Name: "GoCardless", Theirs: null, Differences: 1, Explained: gbp(5_000) }),
      standing({ Gateway: "zuora", Name: "Zuora", Theirs: gbp(99_000), Explained: gbp(-400) }),
    ],
  );
  const screen = await open();
  await expect.element(screen.getByText("Agrees", { exact: true })).toBeVisible();
  await expect.element(screen.getByText("1 to resolve")).toBeVisible();
  await expect.element(screen.getByText("−£6.00")).toBeVisible();
  await expect.element(screen.getByText("Stripe has £70.00, we have £120.00")).toBeVisible();
  await expect.element(screen.getByText("Harbour IT, TW-000123")).toBeVisible();
  await expect.element(screen.getByText("−£50.00")).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("a difference is set aside with a reason, and the gateways are read at once", async () => {
  const differences = [difference(1)];
  const sent = serve(differences, [standing()], {
    [`POST /api/operator/gateway-differences/${id(1)}/set-aside`]: () => {
      differences[0] = difference(1, { State: "setAside", Reason: "Of the shop", DecidedBy: "Olive" });
      return succeeded(differences[0]);
    },
    "POST /api/operator/gateway-books/look": succeeded({}),
  });
  const screen = await open();
  await screen.getByRole("button", { name: /^Set aside:/ }).click();
  await screen.getByRole("textbox", { name: "Reason" }).fill("Of the shop");
  await screen.getByRole("dialog").getByRole("button", { name: "Set aside" }).click();
  await expect.element(screen.getByText("Every gateway has of each payment what we have.")).toBeVisible();
  const posts = sent.filter(({ method, path }) => method === "POST" && path.includes("gateway-differences"));
  expect(posts.map(({ body }) => JSON.parse(body))).toEqual([{ Version: 0, Reason: "Of the shop" }]);
  await screen.getByText("Set aside", { exact: true }).click();
  await expect.element(screen.getByText("Of the shop (Olive)")).toBeVisible();
  await screen.getByRole("button", { name: "Read now" }).click();
  await expect.element(screen.getByText("The gateways are being read")).toBeVisible();
});

test("a reason that a reload kept is given back to its difference, and not to another in the same words", async () => {
  serve([difference(1), difference(2)], [standing()]);
  const screen = await open();
  const reason = screen.getByRole("textbox", { name: "Reason" });
  const buttons = screen.getByRole("button", { name: /^Set aside:/ });
  await buttons.nth(0).click();
  await reason.fill("Of the shop");
  // As a reload leaves it: the tab keeps what was typed, and no dialog is open.
  await expect.poll(() => JSON.stringify(sessionStorage)).toContain("Of the shop");
  const kept = Object.entries<string>(sessionStorage);
  await screen.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  for (const [key, value] of kept) sessionStorage.setItem(key, value);
  await buttons.nth(1).click();
  await expect.element(reason).toHaveValue("");
  await screen.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await buttons.nth(0).click();
  await expect.element(reason).toHaveValue("Of the shop");
});

test("what was decided meanwhile is said; what cannot be loaded can be tried again", async () => {
  serve([difference(1)], [], {
    "GET /api/operator/gateway-books": refused(500, "unexpected", "Something went wrong."),
    [`POST /api/operator/gateway-differences/${id(1)}/set-aside`]: refused(
      409,
      "gatewayDifferenceDecided",
      "This difference was decided meanwhile.",
    ),
  });
  const screen = await open();
  await screen.getByRole("button", { name: /^Set aside:/ }).click();
  await screen.getByRole("textbox", { name: "Reason" }).fill("No");
  await screen.getByRole("dialog").getByRole("button", { name: "Set aside" }).click();
  await expect.element(screen.getByText("This difference was decided meanwhile.")).toBeVisible();
});

test("pay-outs are listed with what they are made of, on a phone too", async () => {
  serve([], []);
  await page.viewport(390, 844);
  const screen = await open("/operator/gateway-payouts");
  await expect.element(screen.getByText("Stripe, po_1")).toBeVisible();
  await expect.element(screen.getByText("£982.80")).toBeVisible();
  expect(await faults()).toEqual([]);
});
