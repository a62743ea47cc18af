import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults, settled } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { tellFromAnotherTab } from "../../test/another-tab.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const entry = {
  Id: "019a0000-0000-7000-8000-0000000000a1",
  At: "2026-11-21T09:30:00.000Z",
  Who: "Olive Operator",
  OnBehalfOf: "Robin Tester",
  What: "Suspended Acme Dental",
  Action: "customers.Suspended",
  Outcome: "done",
  Company: "Harbour IT",
  Customer: "Acme Dental",
  Address: "192.0.2.1",
  Device: null,
  Number: 1200,
  Reference: "req-7",
};
const refusal = {
  ...entry,
  Id: entry.Id.replace(/1$/, "2"),
  What: "Tried to change which customers and products somebody looks after. Choose a customer.",
  Outcome: "refused",
  OnBehalfOf: null,
  Device: "API token “Stock sync”",
};
const root = { Day: "2026-11-21", Number: 1200, PublicKey: "key" };
const state = { Sealed: 1234, Waiting: 3, Root: root, Late: false };
const operator = { ...sessionOf({ kind: "admin", views: [], permissions: [] }), Reseller: null };

const open = async (handlers: Parameters<typeof fakeApi>[0] = {}, search = "") => {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/activity-log": succeeded({ Items: [entry, refusal], Next: null }),
    "GET /api/activity-log/state": succeeded(state),
    ...handlers,
  });
  const { screen, router } = await renderApp(`/account-setting/activity-log${search}`);
  return { screen, sent, router };
};

test("a manager reads who did what for whom, and how far the log is verified and signed", async () => {
  const { screen } = await open();
  await expect.element(screen.getByText("Suspended Acme Dental")).toBeVisible();
  await expect.element(screen.getByText("Olive Operator for Robin Tester")).toBeVisible();
  await expect.element(screen.getByText("Olive Operator by API token “Stock sync”")).toBeVisible();
  await expect.element(screen.getByText("Verified through entry 1,200, 21/11/2026")).toBeVisible();
  await expect.element(screen.getByText("1,234 entries sealed, 3 waiting")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByText("Suspended Acme Dental").click();
  const panel = screen.getByRole("dialog", { name: "Entry" });
  await expect.element(panel.getByText("customers.Suspended")).toBeVisible();
  await expect.element(panel.getByText("1,200")).toBeVisible();
  await expect.element(panel.getByText("req-7")).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("what somebody else does shows without a reload, and what is open stays open", async () => {
  const items = [entry];
  const { screen } = await open({
    "GET /api/activity-log": () => succeeded({ Items: items, Next: null }),
    "GET /api/activity-log/state": () => succeeded({ ...state, Sealed: 1233 + items.length }),
  });
  await screen.getByText("Suspended Acme Dental").click();
  const panel = screen.getByRole("dialog", { name: "Entry" });
  await expect.element(panel).toBeVisible();
  items.unshift({ ...entry, Id: refusal.Id, What: "Signed in by password" });
  await expect
    .poll(() => {
      tellFromAnotherTab("activity");
      return screen.getByText("Signed in by password").elements();
    })
    .toHaveLength(1);
  await expect.element(screen.getByText("1,235 entries sealed, 3 waiting")).toBeInTheDocument();
  await expect.element(panel.getByText("Suspended Acme Dental")).toBeVisible();
});

test.each([1440, 900, 390])("at %d px what happened has two lines, and the time is never cut", async (width) => {
  await page.viewport(width, 844);
  const long = { ...refusal, Who: "The directory of Harbour Information Technology", Outcome: "refused" };
  const { screen } = await open({ "GET /api/activity-log": succeeded({ Items: [long, entry], Next: null }) });
  const title = screen.getByRole("button", { name: long.What });
  await expect.element(title).toBeVisible();
  await settled();
  const what = title.element();
  expect(what.clientHeight).toBe(width < 768 ? 48 : 40);
  expect(what.scrollHeight).toBeLessThanOrEqual(what.clientHeight + 1);
  const row = what.closest('[role="row"]')!;
  const within = row.getBoundingClientRect();
  const cells = [...row.querySelectorAll('[role="cell"]')];
  for (const cell of cells) expect(cell.getBoundingClientRect().bottom).toBeLessThanOrEqual(within.bottom);
  const when = cells.find(({ textContent }) => textContent.startsWith("21/11/2026"))!;
  expect(when.scrollWidth).toBeLessThanOrEqual(when.clientWidth);
  expect(when.getBoundingClientRect().right).toBeLessThanOrEqual(within.right);
  expect(when.querySelectorAll("svg"), "the sign that it opens").toHaveLength(1);
});

test("kind, outcome, period and person narrow the log and are kept in the address; the file is of the same filter", async () => {
  const { screen, sent, router } = await open({
    "GET /api/activity-log/csv": { raw: new Response("When\n", { headers: { "content-type": "text/csv" } }) },
  });
  await expect.element(screen.getByText("Suspended Acme Dental")).toBeVisible();
  await screen.getByLabelText("Kind").selectOptions("Downloads and exports");
  await screen.getByLabelText("Outcome").selectOptions("Refused");
  await screen.getByLabelText("Period, from").fill("01/11/2026");
  await screen.getByLabelText("Search by person").fill("robin");
  const asked = { Kind: "exports", Outcome: "refused", From: "2026-11-01", Search: "robin" };
  const queryOf = (path: string) => {
    const last = sent.findLast((each) => each.path === path);
    return last && Object.fromEntries(last.query);
  };
  await expect.poll(() => queryOf("/api/activity-log")).toEqual(asked);
  expect(router.state.location.href).toContain("exports");
  await screen.getByRole("button", { name: "Export CSV" }).click();
  await expect.poll(() => queryOf("/api/activity-log/csv")).toEqual(asked);
});

test("one customer's entries are chosen by name, and named when the address brings the choice along", async () => {
  const id = "019a0000-0000-7000-8000-000000000001";
  const other = id.replace(/1$/, "2");
  const suggestions = { Items: [{ Id: other, Name: "Beacon Books", Status: "Active" }] };
  const { screen, sent } = await open({ "GET /api/customers/suggestions": succeeded(suggestions) }, `?customer=${id}`);
  const field = screen.getByRole("combobox", { name: "Customer" });
  await expect.element(field).toHaveValue("Acme Dental");
  const asked = () =>
    sent.filter(({ path }) => path === "/api/activity-log").map(({ query }) => query.get("CustomerId"));
  expect(asked()).toEqual([id]);
  await field.fill("");
  await expect.poll(() => asked().at(-1)).toBeNull();
  await field.fill("beacon");
  await screen.getByRole("option", { name: "Beacon Books" }).click();
  await expect.poll(() => asked().at(-1)).toBe(other);
});

test("who may not see customers is offered none to choose", async () => {
  const { screen } = await open({
    "GET /api/session": succeeded(sessionOf({ views: ["manageUsers"], permissions: [] })),
  });
  await expect.element(screen.getByText("Suspended Acme Dental")).toBeVisible();
  expect(screen.getByRole("combobox", { name: "Customer" }).elements()).toEqual([]);
});

test.each([
  [{ Sealed: 1, Waiting: 0, Root: null, Late: false }, "1 entry sealed. Not signed yet: that happens once a day."],
  [{ ...state, Late: true }, "Entries after 1,200 are not verified. Please tell the operator."],
])("a log that is not signed says so: %j", async (is, says) => {
  const { screen } = await open({ "GET /api/activity-log/state": succeeded(is) });
  await expect.element(screen.getByText(says)).toBeVisible();
});

test("whoever looks after some customers sees their entries, and no seal of the whole", async () => {
  const session = sessionOf({ kind: "engineer", restricted: { Customers: true, Products: false } });
  const { screen, sent } = await open({ "GET /api/session": succeeded(session) });
  await expect.element(screen.getByText("What happened with the customers and products you look after.")).toBeVisible();
  await expect.element(screen.getByText("Suspended Acme Dental")).toBeVisible();
  expect(screen.getByRole("button", { name: "Sealed log" }).elements()).toEqual([]);
  expect(sent.filter(({ path }) => path === "/api/activity-log/state")).toEqual([]);
});

test("nothing found, nothing yet, and a failure each say so", async () => {
  const { screen } = await open({ "GET /api/activity-log": succeeded({ Items: [], Next: null }) }, "?outcome=failed");
  await expect.element(screen.getByText("No entries match")).toBeVisible();
  await screen.getByRole("button", { name: "Clear filters" }).click();
  await expect.element(screen.getByText("Nothing has happened yet")).toBeVisible();
});

test("a failure offers to try again", async () => {
  const { screen } = await open({
    "GET /api/activity-log": refused(400, "invalidRequest", "Some of the values sent cannot be used."),
  });
  await expect.element(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("nobody without the right is offered it or gets in", async () => {
  const session = sessionOf({ views: ["home", "customers"], permissions: [] });
  const { screen, sent, router } = await open({ "GET /api/session": succeeded(session) });
  await expect.poll(() => router.state.location.pathname).toBe("/access-denied");
  expect(sent.filter(({ path }) => path.startsWith("/api/activity-log"))).toEqual([]);
  await screen.unmount();
});

test("the operator reads every company's log, and the seal of the one they choose", async () => {
  const own = { ...entry, Company: null, What: "Switched LiveChat: on", OnBehalfOf: null };
  const sent = fakeApi({
    "GET /api/session": succeeded(operator),
    "GET /api/operator/activity-log": succeeded({ Items: [refusal, own], Next: null }),
    "GET /api/operator/activity-log/state": succeeded(state),
    "GET /api/operator/reseller-names": succeeded({
      Items: [{ Id: "019a0000-0000-7000-8000-0000000000e1", Name: "Liffey Cloud" }],
    }),
  });
  const { screen } = await renderApp("/operator/activity-log");
  await expect.element(screen.getByRole("cell", { name: "Harbour IT" })).toBeVisible();
  await expect
    .element(screen.getByText("Choose a company to see how far its log is sealed", { exact: false }))
    .toBeVisible();
  await screen.getByRole("combobox", { name: "Company" }).click();
  await screen.getByRole("option", { name: "Liffey Cloud" }).click();
  await expect.element(screen.getByText("Verified through entry 1,200", { exact: false })).toBeVisible();
  const last = sent.findLast(({ path }) => path === "/api/operator/activity-log")!;
  expect(last.query.get("CompanyId")).toBe("019a0000-0000-7000-8000-0000000000e1");
  expect(await faults()).toEqual([]);
  await page.viewport(390, 844);
  await expect.element(screen.getByText("Switched LiveChat: on")).toBeVisible();
});
