import type { OrderRequest } from "@tradewind/contract/ordering/requests.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { proposalOf } from "../../shared/proposal/proposal-fixture.ts";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";

const id = (at: number) => `019a0000-0000-7000-8000-00000000000${at}`;
const address = `/api/requests/${id(1)}`;
const pounds = (minor: number) => ({ Minor: String(minor), Currency: "GBP" as const });

const requestOf = (changes: Partial<OrderRequest> = {}): OrderRequest => ({
  Id: id(1),
  What: "Add 2 × Business Premium",
  CustomerId: id(2),
  CustomerName: "Acme Dental",
  ProductName: "Microsoft 365",
  AskedBy: "Priya Shah",
  AskedAt: "2026-11-27T09:15:00.000Z",
  ExpiresOn: "2026-12-11",
  State: "open",
  Amount: pounds(48_000),
  Note: "For the two new hygienists",
  DecidedBy: null,
  DecidedAt: null,
  Reason: null,
  OrderId: null,
  InstanceId: null,
  Asked: proposalOf(),
  Present: proposalOf(),
  Refusal: null,
  May: ["approve", "refuse"],
  NeedsAnother: false,
  ...changes,
});
type Handlers = Parameters<typeof fakeApi>[0];

async function open(
  request: () => OrderRequest,
  handlers: Handlers = {},
  kind: "reseller" | "endUserAdmin" = "reseller",
) {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind, seesPrices: kind === "reseller", seesOwnPrices: true })),
    [`GET ${address}`]: () => succeeded(request()),
    ...handlers,
  });
  const { screen } = await renderApp(`/requests/${id(1)}`);
  await expect.element(screen.getByRole("heading", { level: 1, name: "Add 2 × Business Premium" })).toBeVisible();
  const bodies = (act: string) =>
    sent.filter(({ path }) => path === `${address}/${act}`).map(({ body }) => JSON.parse(body || "{}") as unknown);
  return { screen, bodies };
}

/** Looks for faults at the width of a desk and of a phone. */
async function expectNoFaults() {
  for (const width of bothEnds) {
    await page.viewport(width, 844);
    expect(await faults()).toEqual([]);
  }
  await page.viewport(1440, 844);
}

async function list(kind: "reseller" | "endUserAdmin", items: readonly OrderRequest[]) {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind })),
    "GET /api/requests": succeeded({ Items: items, Waiting: items.length, Next: null }),
  });
  return { ...(await renderApp("/requests")), sent };
}

test("requests that wait are listed with who asks and what it commits to; those decided with their state", async () => {
  const { screen, sent } = await list("reseller", [requestOf(), requestOf({ Id: id(3), Amount: null })]);
  const row = screen.getByRole("row").filter({ hasText: "£480.00" });
  for (const words of ["Add 2 × Business Premium", "Acme Dental", "Priya Shah", "11/12/2026"])
    await expect.element(row.getByText(words)).toBeVisible();
  await expect.element(row.getByText("Waiting")).not.toBeInTheDocument();
  await expectNoFaults();
  await screen.getByText("Decided", { exact: true }).click();
  await expect.poll(() => sent.at(-1)!.query.get("Shown")).toBe("decided");
  await expect.element(screen.getByRole("columnheader", { name: "State" })).toBeVisible();
});

test("without requests, the list says what appears there, to admins of a customer as theirs", async () => {
  const { screen } = await list("endUserAdmin", []);
  await expect.element(screen.getByText("Nothing waits for a decision")).toBeVisible();
  await expect.element(screen.getByText(/What you ask for instead of ordering it appears here/)).toBeVisible();
  await expectNoFaults();
});

test("a request is approved by the hash that is shown, and then says who decided and leads to the order", async () => {
  let now = requestOf();
  const { screen, bodies } = await open(() => now, {
    [`POST ${address}/approve`]: () => {
      now = requestOf({
        State: "approved",
        May: [],
        Present: null,
        DecidedBy: "Hannah Reid",
        DecidedAt: "2026-11-27T10:00:00.000Z",
        OrderId: "019a0000-0000-7000-8000-00003f9ac21b",
      });
      return succeeded({ OrderId: now.OrderId, InstanceId: id(4) });
    },
  });
  await expect.element(screen.getByText("For the two new hygienists")).toBeVisible();
  await expectNoFaults();
  await screen.getByRole("button", { name: "Approve and order" }).click();
  await expect.element(screen.getByText("Hannah Reid").last()).toBeVisible();
  await expect.element(screen.getByRole("main").getByRole("link", { name: "Order 3F9A-C21B" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Approve and order" })).not.toBeInTheDocument();
  expect(bodies("approve")).toEqual([{ ProposalHash: proposalOf().Hash }]);
});

test("what changed since it was asked for is shown before it is approved, and again if it changes meanwhile", async () => {
  const { screen } = await open(() => requestOf({ Present: proposalOf({ Hash: "b".repeat(64) }, 1600) }), {
    [`POST ${address}/approve`]: refused(409, "proposalChanged", "The price or the terms have changed."),
  });
  await expect.element(screen.getByText(/since it was asked for/)).toBeVisible();
  await expectNoFaults();
  await screen.getByRole("button", { name: "Approve and order" }).click();
  await expect.element(screen.getByText("The price or the terms have changed.")).toBeVisible();
});

test("a refusal needs its reason, which the request then shows", async () => {
  let now = requestOf({ Refusal: "The customer is suspended.", Present: null, May: ["refuse"] });
  const { screen, bodies } = await open(() => now, {
    [`POST ${address}/refuse`]: () => {
      now = requestOf({ State: "refused", May: [], Present: null, Reason: "Use the spare licence" });
      return succeeded({});
    },
  });
  await expect.element(screen.getByText("The customer is suspended.")).toBeVisible();
  await screen.getByRole("button", { name: "Refuse" }).click();
  const dialog = screen.getByRole("dialog");
  expect(await faults()).toEqual([]);
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Use the spare licence");
  await dialog.getByRole("button", { name: "Refuse" }).click();
  await expect.element(screen.getByText("Use the spare licence")).toBeVisible();
  expect(bodies("refuse")).toEqual([{ Reason: "Use the spare licence" }]);
});

test("an admin of the customer sees what it commits to but no cost, and takes it back after a question", async () => {
  let now = requestOf({ May: ["withdraw"], Asked: proposalOf({ ChargeNow: null, Margin: null, Commitment: null }) });
  now = { ...now, Present: now.Asked };
  const { screen, bodies } = await open(
    () => now,
    {
      [`POST ${address}/withdraw`]: () => {
        now = requestOf({ State: "withdrawn", May: [], Present: null });
        return succeeded({});
      },
    },
    "endUserAdmin",
  );
  await expect.element(screen.getByText("You commit to, net")).toBeVisible();
  await expect.element(screen.getByText("£480.00")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Approve and order" })).not.toBeInTheDocument();
  await expectNoFaults();
  await screen.getByRole("button", { name: "Take back" }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "Take back" }).click();
  await expect.element(screen.getByText("Taken back")).toBeVisible();
  expect(bodies("withdraw")).toHaveLength(1);
});

test("where prices are hidden nothing is said of them", async () => {
  const hidden = sessionOf({ seesPrices: false });
  const { screen } = await open(() => requestOf({ Amount: null }), { "GET /api/session": succeeded(hidden) });
  await expect.element(screen.getByText("Asked by")).toBeVisible();
  await expect.element(screen.getByText("Customer commits to, net")).not.toBeInTheDocument();
});

test("whoever sent it is told that somebody else has to approve it", async () => {
  const { screen } = await open(() => requestOf({ NeedsAnother: true, May: ["refuse", "withdraw"] }));
  await expect.element(screen.getByText("Somebody else has to approve this")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Approve and order" })).not.toBeInTheDocument();
  await expectNoFaults();
});
