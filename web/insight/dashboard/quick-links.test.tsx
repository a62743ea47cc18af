import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faultsInBoth } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { keepHere } from "../../test/leaving.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";

const path = "/configure-quick-links";
const figures = {
  Organisation: null,
  Customers: 1,
  ActiveServices: 0,
  InProgress: 0,
  Failed: 0,
  SpendThisMonth: null,
  Overdue: null,
  OverdueInvoices: 0,
  SpendByMonth: [],
  NeedsYou: [],
};
type Handlers = Parameters<typeof fakeApi>[0];

async function open(at: string, links: readonly string[], changes: Handlers = {}) {
  let kept = links;
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/dashboard": succeeded(figures),
    "GET /api/quick-links": () => succeeded({ Links: kept }),
    "PUT /api/quick-links": ({ body }) => {
      kept = (JSON.parse(body) as { Links: string[] }).Links;
      return succeeded({ Links: kept });
    },
    "POST /api/auth/sign-out": succeeded({}),
    ...changes,
  });
  return { sent, ...(await renderApp(at)) };
}
type Opened = Awaited<ReturnType<typeof open>>;
const onDashboard = ({ screen }: Opened) =>
  screen
    .getByRole("list", { name: "On your dashboard" })
    .getByRole("listitem")
    .elements()
    .map(({ textContent }) => textContent?.trim());

test("DASH-04 a person chooses and orders quick links, and the dashboard shows them so", async () => {
  const opened = await open("/dashboard", ["customers", "billing"]);
  const { screen, router, sent } = opened;
  const links = screen.getByRole("navigation", { name: "Quick links" });
  await expect.element(links.getByRole("link", { name: "Customers" })).toHaveAttribute("href", "/customers");
  await links.getByRole("link", { name: "Configure quick links" }).click();
  await expect.element(screen.getByRole("heading", { level: 1, name: "Quick links" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Save" })).toBeDisabled();

  await screen.getByRole("button", { name: "Add Invoices" }).click();
  await expect.element(screen.getByText("3 of at most 8, not saved yet")).toBeVisible();
  await screen.getByRole("button", { name: "Move Invoices up" }).click();
  await screen.getByRole("button", { name: "Remove Customers" }).click();
  expect(onDashboard(opened)).toEqual(["Invoices", "Billing"]);
  await screen.getByRole("button", { name: "Save" }).click();
  await expect.element(screen.getByText("Your quick links were saved")).toBeVisible();
  await expect.element(screen.getByText("2 of at most 8")).toBeVisible();
  expect(sent.findLast(({ method }) => method === "PUT")?.body).toBe('{"Links":["invoices","billing"]}');

  await router.navigate({ to: "/dashboard" });
  await expect.element(links.getByRole("link", { name: "Invoices" })).toBeVisible();
  expect(
    links
      .getByRole("link")
      .elements()
      .map(({ textContent }) => textContent?.trim()),
  ).toEqual(["Invoices", "Billing", "Configure quick links"]);
});

test("cancelling discards the changes, and moving beyond an end changes nothing", async () => {
  const opened = await open(path, ["customers", "billing"]);
  const { screen } = opened;
  const up = screen.getByRole("button", { name: "Move Customers up" });
  await expect.element(up).toHaveAttribute("aria-disabled", "true");
  (up.element() as HTMLElement).click();
  await expect.element(screen.getByRole("button", { name: "Save" })).toBeDisabled();
  await screen.getByRole("button", { name: "Move Customers down" }).click();
  expect(onDashboard(opened)).toEqual(["Billing", "Customers"]);
  await screen.getByRole("button", { name: "Cancel" }).click();
  expect(onDashboard(opened)).toEqual(["Customers", "Billing"]);
});

test("only what the person may open is offered, and no more than eight are taken", async () => {
  const keys = ["customers", "addCustomer", "marketplace", "modernWorkplace", "billing", "invoices", "account"];
  const { screen } = await open(path, keys);
  expect(screen.getByRole("button", { name: "Add Services" }).elements()).toHaveLength(0);
  await screen.getByRole("button", { name: "Add Security" }).click();
  await expect.element(screen.getByRole("button", { name: "Add Your sessions" })).toBeDisabled();
  await expect.element(screen.getByText("Remove one to add another")).toBeVisible();
});

test("leaving with something unsaved asks first; staying keeps it", async () => {
  const { screen, router } = await open(path, ["customers"]);
  await screen.getByRole("button", { name: "Add Billing" }).click();
  void router.navigate({ to: "/dashboard" });
  const dialog = screen.getByRole("dialog", { name: "Leave without saving?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(router.state.location.pathname).toBe(path);
  await expect.element(screen.getByRole("button", { name: "Remove Billing" })).toBeVisible();
});

test("AUTH-127 signing out of the quick links asks first, and cancelling stays", async () => {
  const { screen, sent } = await open(path, ["customers"]);
  const wanted = keepHere();
  const left = () => sent.some((line) => line.path === "/api/auth/sign-out");
  const leave = async () => {
    await screen.getByRole("button", { name: "My Account" }).click();
    await screen.getByRole("button", { name: "Sign out" }).click();
  };
  await leave();
  await screen.getByRole("dialog", { name: "Sign out?" }).getByRole("button", { name: "Cancel" }).click();
  expect([left(), wanted]).toEqual([false, []]);
  await leave();
  await screen.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect.poll(() => wanted).toEqual(["/login"]);
  expect(left()).toBe(true);
});

test("a refused choice shows why and stays; a failed list can be tried again", async () => {
  const refusal = refused(400, "invalidRequest", "Some of the values sent cannot be used.");
  const first = await open(path, ["customers"], { "PUT /api/quick-links": refusal });
  await first.screen.getByRole("button", { name: "Add Billing" }).click();
  await first.screen.getByRole("button", { name: "Save" }).click();
  await expect.element(first.screen.getByText(/^Some of the values sent cannot be used/)).toBeVisible();
  await expect.element(first.screen.getByRole("button", { name: "Save" })).toBeEnabled();
  await first.screen.unmount();
  const second = await open(path, [], { "GET /api/quick-links": refused(409, "conflict", "Not just now.") });
  await expect.element(second.screen.getByText("Not just now.")).toBeVisible();
  await expect.element(second.screen.getByRole("button", { name: "Try again" })).toBeVisible();
});

test.each(bothEnds)("axe finds nothing on the quick links at %i px", async (width) => {
  await page.viewport(width, 900);
  const { screen } = await open(path, ["customers", "billing"]);
  await screen.getByRole("button", { name: "Add Invoices" }).click();
  expect(await faultsInBoth()).toEqual([]);
});
