import type { Customer } from "@tradewind/contract/customers/customers.ts";
import { expect, test, vi } from "vitest";
import { cdp, page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { acmeListed, noCustomers } from "../../test/samples.ts";
import { sessionOf } from "../../test/sessions.ts";

const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const customer = (number: number, Name: string, Status: Customer["Status"] = "Active") => ({
  ...acmeListed,
  Id: idOf(number),
  Name,
  Status,
});
const names = ["Acme Dental", "Blue Anchor", "Cobalt Architects"];
const counts = { ...noCustomers, Total: 3, Active: 2, Suspended: 1, WithServices: 3 };
type Handlers = Parameters<typeof fakeApi>[0];

async function open(handlers: Handlers = {}, session = sessionOf()) {
  const items = [customer(1, names[0]!), customer(2, names[1]!), customer(3, names[2]!, "Suspended")];
  const suspended = (at: number) => () => succeeded((items[at] = { ...items[at]!, Status: "Suspended" }));
  const sent = fakeApi({
    "GET /api/session": succeeded(session),
    "GET /api/customers/of-reseller": () => succeeded({ Items: items, Next: null }),
    "GET /api/customers/count": succeeded(counts),
    [`POST /api/customers/${idOf(1)}/suspend`]: suspended(0),
    [`POST /api/customers/${idOf(2)}/suspend`]: suspended(1),
    ...handlers,
  });
  const { screen, router } = await renderApp("/customers");
  await expect.element(screen.getByRole("link", { name: "Acme Dental" })).toBeVisible();
  const tick = (row: number) => screen.getByRole("checkbox", { name: `Select ${names[row - 1]}` });
  const bar = screen.getByRole("region", { name: "Selected rows" });
  const posts = () =>
    sent
      .filter(({ method, path }) => method === "POST" && path.startsWith("/api/customers/"))
      .map(({ path }) => path.split("/").at(-2));
  return { screen, router, sent, tick, bar, posts };
}

test("CUST-11 several customers are suspended at once, after saying what it means and for whom", async () => {
  const { screen, tick, bar, posts } = await open();
  for (const row of [1, 2, 3]) await tick(row).click();
  await expect.element(bar.getByText("3 selected")).toBeVisible();
  expect(await faults()).toEqual([]);
  await bar.getByRole("button", { name: "Suspend" }).click();
  const dialog = screen.getByRole("dialog", { name: "Suspend 2 customers?" });
  await expect.element(dialog.getByText("Billing continues")).toBeVisible();
  const concerned = dialog.getByRole("list", { name: "Customers affected" });
  await expect.element(concerned).toHaveTextContent("Acme DentalBlue Anchor");
  await expect
    .element(dialog.getByText("1 customer of those selected is suspended already and stays so."))
    .toBeVisible();
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Suspend 2 customers" }).click();
  await expect.element(screen.getByText("2 customers were suspended")).toBeVisible();
  expect(posts()).toEqual([idOf(1), idOf(2)]);
  expect(screen.getByRole("dialog").elements()).toHaveLength(0);
  // The three are still selected, in their current state.
  await expect.element(bar.getByRole("button", { name: "Reactivate" })).toBeVisible();
  expect(bar.getByRole("button", { name: "Suspend" }).elements()).toHaveLength(0);
});

test("CUST-11 customers that were refused are named with the reason, and only they are tried again, by the same key", async () => {
  let refusing = true;
  const { screen, tick, bar, sent } = await open({
    [`POST /api/customers/${idOf(2)}/suspend`]: () =>
      refusing
        ? refused(409, "conflict", "Somebody changed this meanwhile.")
        : succeeded(customer(2, "Blue Anchor", "Suspended")),
  });
  for (const row of [1, 2]) await tick(row).click();
  await bar.getByRole("button", { name: "Suspend" }).click();
  await screen.getByRole("button", { name: "Suspend 2 customers" }).click();
  const dialog = screen.getByRole("dialog", { name: "Some customers were not changed" });
  await expect.element(dialog.getByText("1 customer was suspended, 1 customer was not")).toBeVisible();
  await expect.element(dialog.getByText("Blue Anchor: Somebody changed this meanwhile.")).toBeVisible();
  expect(await faults()).toEqual([]);
  refusing = false;
  await dialog.getByRole("button", { name: "Try these again" }).click();
  await expect.element(screen.getByText("1 customer was suspended", { exact: true })).toBeVisible();
  const keys = sent
    .filter(({ path }) => path === `/api/customers/${idOf(2)}/suspend`)
    .map(({ headers }) => headers.get("Idempotency-Key"));
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(2);
});

test("CUST-12 those suspended are reactivated together", async () => {
  const { screen, tick, bar, posts } = await open({
    [`POST /api/customers/${idOf(3)}/reactivate`]: succeeded(customer(3, "Cobalt Architects")),
  });
  await tick(3).click();
  await bar.getByRole("button", { name: "Reactivate" }).click();
  await screen.getByRole("button", { name: "Reactivate 1 customer" }).click();
  await expect.element(screen.getByText("1 customer was reactivated")).toBeVisible();
  expect(posts()).toEqual([idOf(3)]);
});

test("CUST-01 ticks are cleared when other customers are asked for, and kept when the order changes", async () => {
  const { screen, tick, bar } = await open();
  await tick(1).click();
  await screen.getByRole("button", { name: "Created" }).click();
  await expect.element(bar.getByText("1 selected")).toBeVisible();
  await screen.getByRole("button", { name: "Suspended 1" }).click();
  await expect.element(bar).not.toBeInTheDocument();
});

test("CUST-01 without the right to change customers the chosen are only downloaded", async () => {
  const { tick, bar } = await open({}, sessionOf({ permissions: [] }));
  await tick(1).click();
  await expect.element(bar.getByRole("button", { name: "Download CSV" })).toBeVisible();
  expect(bar.getByRole("button", { name: "Suspend" }).elements()).toHaveLength(0);
});

test("CUST-11 on a phone customers are ticked on their cards, and the bar stays in reach", async () => {
  await page.viewport(390, 844);
  const { tick, bar } = await open();
  await tick(2).click();
  await expect.element(bar.getByText("1 selected")).toBeVisible();
  await bar.getByRole("button", { name: "Select all rows shown" }).click();
  await expect.element(bar.getByText("3 selected")).toBeVisible();
  scrollTo(0, 0);
  expect(await faults()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

/** A reseller with 63 customers, of whom 50 come at first. */
const many = () => {
  const all = Array.from({ length: 63 }, (_, at) => customer(at + 1, at === 0 ? names[0]! : `Customer ${at + 1}`));
  return open({
    "GET /api/customers/of-reseller": ({ query }) =>
      succeeded(query.has("After") ? { Items: all.slice(50), Next: null } : { Items: all.slice(0, 50), Next: "more" }),
    "GET /api/customers/count": succeeded({ ...counts, Total: 63 }),
  });
};
const drawn = () => document.querySelectorAll("main [data-row] a").length;

test("CUST-01 on paper the list has every row that is loaded, light and without what only a screen can use", async () => {
  const { screen } = await many();
  document.documentElement.dataset["scheme"] = "dark";
  await cdp().send("Emulation.setEmulatedMedia", { media: "print" });
  dispatchEvent(new Event("beforeprint"));
  expect(drawn()).toBe(50);
  await expect.element(screen.getByText("The first 50 of 63 rows")).toBeVisible();
  await expect.element(screen.getByRole("navigation")).not.toBeInTheDocument();
  expect(getComputedStyle(document.documentElement).colorScheme).toBe("light");
  const [first, second] = document.querySelectorAll("main [data-row]");
  expect(second!.getBoundingClientRect().top).toBeGreaterThanOrEqual(first!.getBoundingClientRect().bottom - 1);
  dispatchEvent(new Event("afterprint"));
  await cdp().send("Emulation.setEmulatedMedia", { media: "" });
  delete document.documentElement.dataset["scheme"];
  await expect.poll(drawn).toBeLessThan(50);
});

test("CUST-01 all rows are printed when asked for", async () => {
  const { screen } = await many();
  const print = vi.spyOn(window, "print").mockImplementation(() => {});
  await screen.getByRole("button", { name: "Table settings" }).click();
  await screen.getByRole("button", { name: "Print all 63 rows" }).click();
  await expect.poll(() => print.mock.calls.length).toBe(1);
  dispatchEvent(new Event("beforeprint"));
  expect(drawn()).toBe(63);
  dispatchEvent(new Event("afterprint"));
});

test("CUST-01 the file and a selection have every customer that is found, not only those loaded, and say which", async () => {
  const all = Array.from({ length: 63 }, (_, at) => customer(at + 1, at === 0 ? names[0]! : `Customer ${at + 1}`));
  let failing = true;
  const { screen, bar } = await open({
    "GET /api/customers/of-reseller": ({ query }) =>
      query.has("After")
        ? failing
          ? refused(409, "conflict", "Something went wrong.")
          : succeeded({ Items: all.slice(50), Next: null })
        : succeeded({ Items: all.slice(0, 50), Next: "more" }),
    "GET /api/customers/count": succeeded({ ...counts, Total: 63 }),
  });
  await screen.getByRole("checkbox", { name: "Select all rows shown" }).click();
  await expect.element(bar.getByText("50 selected")).toBeVisible();
  await bar.getByRole("button", { name: "Select all 63 rows" }).click();
  await expect.element(screen.getByText("The other rows could not be loaded. Please try again.")).toBeVisible();
  await expect.element(bar.getByText("50 selected")).toBeVisible();
  failing = false;
  await screen.getByRole("button", { name: "Table settings" }).click();
  const menu = screen.getByRole("dialog", { name: "Table settings" });
  await expect.element(menu.getByRole("button", { name: "Download the 50 rows shown" })).toBeVisible();
  const made = vi.spyOn(URL, "createObjectURL");
  await menu.getByRole("button", { name: "Download all 63 rows as CSV" }).click();
  await expect.poll(() => made.mock.calls.length).toBe(1);
  expect((await (made.mock.calls[0]![0] as Blob).text()).trimEnd().split("\r\n")).toHaveLength(64);
  await screen.getByRole("checkbox", { name: "Select all rows shown" }).click();
  await expect.element(bar.getByText("63 selected")).toBeVisible();
});
