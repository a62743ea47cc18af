import type { Plan, PlanLine } from "@tradewind/contract/ordering/plans.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";

const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const gbp = (pence: number) => ({ Minor: String(pence), Currency: "GBP" as const });
const plan: Plan = {
  Id: idOf(1),
  Name: "2 more for 3 subscriptions",
  State: "ready",
  MadeBy: "Robin Hughes",
  MadeAt: "2026-11-23T10:00:00.000Z",
  StartedAt: null,
  Hash: "a".repeat(64),
  ChargeNow: gbp(4520),
  Monthly: { Before: gbp(28200), After: gbp(33840) },
  Committed: null,
  First: null,
  ToUndo: 0,
  Customers: 3,
  Undoes: null,
  UndoneBy: null,
  UndoUntil: null,
  Lines: { planned: 2, refused: 1 },
};
const standing = (Quantity: number, changes: Partial<PlanLine["After"]> = {}): PlanLine["After"] => ({
  Quantity,
  TermEnd: "renew",
  Term: "P1Y",
  Billing: "monthly",
  Monthly: gbp(Quantity * 940),
  ...changes,
});
const line = (number: number, changes: Partial<PlanLine> = {}): PlanLine => ({
  Position: number,
  CustomerId: idOf(100 + number),
  CustomerName: `Customer ${number}`,
  InstanceId: idOf(200 + number),
  SubscriptionId: idOf(300 + number),
  Name: "Microsoft 365 Business Standard",
  Becomes: null,
  Unit: "Licence",
  Before: standing(10),
  After: standing(12),
  ChargeNow: gbp(2260),
  UndoUntil: "2026-11-30T10:00:00.000Z",
  State: "planned",
  Reason: null,
  OrderId: null,
  Was: null,
  Is: null,
  ...changes,
});
const serve = (more: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf({})),
    "GET /api/services/count": succeeded({ Total: 0, Active: 0, Changing: 0, Failed: 0, Products: [] }),
    "GET /api/plans": succeeded({ Items: [plan], Next: null }),
    [`GET /api/plans/${plan.Id}`]: succeeded(plan),
    [`GET /api/plans/${plan.Id}/lines`]: succeeded({
      Items: [line(1), line(2), line(3, { State: "refused", Reason: "This customer is suspended.", ChargeNow: null })],
      Next: null,
    }),
    ...more,
  });

test.each(bothEnds)("a plan shows its total and its lines, and is ordered by its hash, at %i px", async (width) => {
  await page.viewport(width, 900);
  const api = serve({ [`POST /api/plans/${plan.Id}/commit`]: succeeded({ ...plan, State: "running" }) });
  const { screen } = await renderApp(`/plans?id=${plan.Id}`);
  await expect.element(screen.getByText("£45.20")).toBeVisible();
  await expect.element(screen.getByText(/^10 to 12 licences/).first()).toBeVisible();
  await expect.element(screen.getByText("This customer is suspended.").first()).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Order 2 changes" }).click();
  await expect
    .poll(() => api.filter(({ path }) => path === `/api/plans/${plan.Id}/commit`))
    .toMatchObject([{ body: JSON.stringify({ Hash: plan.Hash, FirstCustomers: false }) }]);
});

test("what was refused, failed or changed does not count as ordered; what is at work does", async () => {
  for (const [Lines, percent] of [
    [{ planned: 2, refused: 1 }, "0"],
    [{ done: 1, working: 1, failed: 1, changed: 1 }, "50"],
  ] as const) {
    serve({ [`GET /api/plans/${plan.Id}`]: succeeded({ ...plan, Lines }) });
    const { screen } = await renderApp(`/plans?id=${plan.Id}`);
    await expect
      .element(screen.getByRole("progressbar", { name: "Ordered" }))
      .toHaveAttribute("aria-valuenow", percent);
    await screen.unmount();
  }
});

test("on a phone a long reason leaves room for whose line it is", async () => {
  await page.viewport(390, 900);
  const Reason = "The subscription is ending or has ended at Microsoft, which no longer changes it.";
  serve({
    [`GET /api/plans/${plan.Id}/lines`]: succeeded({
      Items: [line(1), line(2, { State: "failed", Reason, OrderId: idOf(9) })],
      Next: null,
    }),
  });
  const { screen } = await renderApp(`/plans?id=${plan.Id}`);
  await expect.element(screen.getByText(`10 to 12 licences: ${Reason}`)).toBeVisible();
  expect(screen.getByText("Customer 2").first().element().clientWidth).toBeGreaterThan(60);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test("a plan that has changed since it was seen says what, old and new, and is ordered as it is now", async () => {
  await page.viewport(1440, 900);
  const hash = "b".repeat(64);
  let now = plan;
  let lines = [line(1), line(2)];
  const api = serve({
    [`GET /api/plans/${plan.Id}`]: () => succeeded(now),
    [`GET /api/plans/${plan.Id}/lines`]: () => succeeded({ Items: lines, Next: null }),
    [`POST /api/plans/${plan.Id}/commit`]: ({ body }) =>
      (JSON.parse(body) as { Hash: string }).Hash === hash
        ? succeeded({ ...now, State: "running" })
        : refused(409, "proposalChanged", "This has changed since you looked."),
  });
  const { screen } = await renderApp(`/plans?id=${plan.Id}`);
  await expect.element(screen.getByText("Customer 2").first()).toBeVisible();
  now = { ...plan, Hash: hash, ChargeNow: gbp(4740), Lines: { planned: 2 } };
  lines = [line(1), line(2, { Before: standing(11), ChargeNow: gbp(2480) })];
  await screen.getByRole("button", { name: "Order 2 changes" }).click();
  const dialog = screen.getByRole("dialog");
  const row = (name: string) => dialog.getByRole("row", { name });
  await expect.element(row("Charged now, net, in all £45.20 £47.40")).toBeVisible();
  const what = "Customer 2, Microsoft 365 Business Standard";
  await expect.element(row(`${what}: change 10 to 12 licences 11 to 12 licences`)).toBeVisible();
  await expect.element(row(`${what}: charged now £22.60 £24.80`)).toBeVisible();
  expect(dialog.getByRole("row").elements()).toHaveLength(4);
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Order 2 as they are now" }).click();
  await expect
    .poll(() => api.filter(({ path }) => path === `/api/plans/${plan.Id}/commit`).map(({ body }) => body))
    .toEqual([
      JSON.stringify({ Hash: plan.Hash, FirstCustomers: false }),
      JSON.stringify({ Hash: hash, FirstCustomers: false }),
    ]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test("what waits is discarded, and what came to nothing does not look like a success", async () => {
  await page.viewport(1440, 900);
  let now = plan;
  serve({
    [`GET /api/plans/${plan.Id}`]: () => succeeded(now),
    "GET /api/plans": () => succeeded({ Items: [now], Next: null }),
    [`POST /api/plans/${plan.Id}/discard`]: () => {
      now = { ...plan, State: "done", Lines: { refused: 3 } };
      return succeeded(now);
    },
  });
  const { screen } = await renderApp(`/plans?id=${plan.Id}`);
  await screen.getByRole("button", { name: "Discard" }).click();
  await expect.element(screen.getByText("Nothing done")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Discard" })).not.toBeInTheDocument();
  await expect.element(screen.getByRole("button", { name: "Try refused again" })).toBeVisible();
  await screen.getByRole("link", { name: "All plans" }).click();
  await expect.element(screen.getByText("Nothing done")).toBeVisible();
});

test("a plan that is ordered is not said to be done before all of it is", async () => {
  await page.viewport(1440, 900);
  const ordered = (at: number, Lines: typeof plan.Lines | object) => ({
    ...plan,
    Id: `${plan.Id.slice(0, -1)}${at}`,
    Name: `Plan ${at}`,
    State: "done",
    Lines,
  });
  const Items = [
    ordered(1, { done: 1, working: 1, failed: 1 }),
    ordered(2, { done: 2, failed: 1 }),
    ordered(3, { done: 3 }),
  ];
  serve({ "GET /api/plans": succeeded({ Items, Next: null }) });
  const { screen } = await renderApp("/plans");
  const rowOf = (name: string) => screen.getByRole("row", { name: new RegExp(`^${name} `) });
  await expect.element(rowOf("Plan 1").getByText("Being changed")).toBeVisible();
  await expect.element(rowOf("Plan 2").getByText("Done in part")).toBeVisible();
  await expect.element(rowOf("Plan 3").getByText("Done", { exact: true })).toBeVisible();
});

test("lines are looked at once more when the plan is done, in case the last look was older", async () => {
  let now: Plan = { ...plan, State: "running", Lines: { working: 1 } };
  let asked = 0;
  serve({
    [`GET /api/plans/${plan.Id}`]: () => succeeded(now),
    [`GET /api/plans/${plan.Id}/lines`]: () => {
      asked += 1;
      const State = now.State === "done" && asked > 2 ? "done" : "working";
      if (asked === 2) now = { ...plan, State: "done", Lines: { done: 1 } };
      return succeeded({ Items: [line(1, { State })], Next: null });
    },
  });
  const { screen } = await renderApp(`/plans?id=${plan.Id}`);
  await expect.element(screen.getByText("1 of 1 done"), { timeout: 8000 }).toBeVisible();
  await expect.element(screen.getByRole("table").getByText("Done"), { timeout: 5000 }).toBeVisible();
});

test("lines are searched, and what is not found says so", async () => {
  await page.viewport(1440, 900);
  const api = serve({
    [`GET /api/plans/${plan.Id}/lines`]: ({ query }) =>
      succeeded({ Items: query.get("Search") ? [] : [line(1)], Next: null }),
  });
  const { screen } = await renderApp(`/plans?id=${plan.Id}`);
  await expect.element(screen.getByText("Customer 1").first()).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Export CSV" })).toBeVisible();
  await screen.getByRole("searchbox", { name: "Search customers and products" }).fill("harbour");
  await expect.element(screen.getByText("No lines match")).toBeVisible();
  await screen.getByRole("button", { name: "Clear the search" }).click();
  await expect.element(screen.getByText("Customer 1").first()).toBeVisible();
  expect(api.some(({ path }) => path.endsWith("/lines"))).toBe(true);
});

test("a plan that is done is undone by another", async () => {
  const undoId = idOf(2);
  serve({
    [`GET /api/plans/${plan.Id}`]: succeeded({
      ...plan,
      State: "done",
      Lines: { done: 3 },
      ToUndo: 3,
      UndoUntil: "2026-11-30T10:00:00.000Z",
    }),
    [`POST /api/plans/${plan.Id}/undo`]: succeeded({ Id: undoId }),
    [`GET /api/plans/${undoId}`]: succeeded({
      ...plan,
      Id: undoId,
      Name: "Undo: 2 more",
      Undoes: plan.Id,
      ChargeNow: gbp(-4520),
    }),
    [`GET /api/plans/${undoId}/lines`]: succeeded({ Items: [], Next: null }),
  });
  const { screen } = await renderApp(`/plans?id=${plan.Id}`);
  await screen.getByRole("button", { name: "Undo all" }).click();
  await expect.element(screen.getByRole("heading", { name: "Undo: 2 more" })).toBeVisible();
  await expect.element(screen.getByText("Given back now, net")).toBeVisible();
});

test("lines that were done after the undo was planned are added to it", async () => {
  const UndoneBy = idOf(2);
  const done = { ...plan, State: "done", Lines: { done: 3 }, UndoneBy };
  const sent = serve({
    [`GET /api/plans/${plan.Id}`]: succeeded({ ...done, ToUndo: 1 }),
    [`POST /api/plans/${plan.Id}/undo`]: succeeded({ Id: UndoneBy }),
    [`GET /api/plans/${UndoneBy}`]: succeeded({ ...plan, Id: UndoneBy, Name: "Undo: 2 more", Undoes: plan.Id }),
    [`GET /api/plans/${UndoneBy}/lines`]: succeeded({ Items: [], Next: null }),
  });
  const { screen } = await renderApp(`/plans?id=${plan.Id}`);
  await expect.element(screen.getByRole("link", { name: "The plan that puts this back" })).toBeVisible();
  await expect.element(screen.getByText(/^Some lines were done after the undo was planned/)).toBeVisible();
  await screen.getByRole("button", { name: "Undo these too" }).click();
  await expect.element(screen.getByRole("heading", { name: "Undo: 2 more" })).toBeVisible();
  expect(sent.some(({ path }) => path.endsWith("/undo"))).toBe(true);
});

test("a plan of longer terms says what is saved, what it commits to, and how its first customers are", async () => {
  await page.viewport(1440, 900);
  const api = serve({
    [`GET /api/plans/${plan.Id}`]: succeeded({
      ...plan,
      State: "paused",
      Customers: 7,
      Lines: { done: 4, failed: 1, planned: 2 },
      Monthly: { Before: gbp(896480), After: gbp(784420) },
      MonthlySales: { Before: gbp(1000000), After: gbp(780000) },
      Committed: { Sum: gbp(9413040), Until: "2027-11-24" },
      First: { Customers: 5, Lines: 5, Done: 4, Troubled: 1, Until: null },
    }),
    [`GET /api/plans/${plan.Id}/lines`]: succeeded({
      Items: [
        line(1, { Before: standing(10, { Term: "P1M", Monthly: gbp(11280) }), After: standing(10), State: "done" }),
        line(2, { State: "failed", Reason: "Microsoft has ended this licence." }),
      ],
      Next: null,
    }),
    [`POST /api/plans/${plan.Id}/commit`]: succeeded({ ...plan, State: "running" }),
  });
  const { screen } = await renderApp(`/plans?id=${plan.Id}`);
  await expect.element(screen.getByText("1 year, paid monthly").first()).toBeVisible();
  await expect.element(screen.getByText("£18.80 less")).toBeVisible();
  await expect.element(screen.getByText("Saved each month")).toBeVisible();
  await expect.element(screen.getByText("£1,120.60")).toBeVisible();
  await expect.element(screen.getByText("£1,035.20")).toBeVisible();
  await expect.element(screen.getByText("After, below cost")).toBeVisible();
  await expect.element(screen.getByText("−£44.20")).toBeVisible();
  await expect.element(screen.getByText("to 23/11/2027")).toBeVisible();
  await expect.element(screen.getByText("1 line in trouble, so the plan was stopped")).toBeVisible();
  await expect.element(screen.getByText("Other 2 customers, 2 lines")).toBeVisible();
  await expect.element(screen.getByText("Microsoft has ended this licence.").first()).toBeVisible();
  expect(await faults()).toEqual([]);
  // Whoever goes on has seen the trouble: watching the same customers again would stop it again.
  expect(screen.getByRole("checkbox", { name: /^Change 5 customers first/ }).elements()).toEqual([]);
  await screen.getByRole("button", { name: "Continue" }).click();
  await expect
    .poll(() => api.filter(({ path }) => path === `/api/plans/${plan.Id}/commit`).map(({ body }) => body))
    .toEqual([JSON.stringify({ Hash: plan.Hash, FirstCustomers: false })]);
});

test("the lines of a plan say what is moved and what is ended", async () => {
  await page.viewport(1440, 900);
  serve({
    [`GET /api/plans/${plan.Id}/lines`]: succeeded({
      Items: [
        line(1, { Becomes: "Microsoft 365 Business Premium", After: standing(10) }),
        line(2, { After: standing(0) }),
      ],
      Next: null,
    }),
  });
  const { screen } = await renderApp(`/plans?id=${plan.Id}`);
  await expect.element(screen.getByText("to Microsoft 365 Business Premium")).toBeVisible();
  await expect.element(screen.getByText("ended at once")).toBeVisible();
});
