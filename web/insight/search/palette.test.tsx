import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { leave } from "../../platform/leave.ts";
import { showPalette } from "../../shared/palette.ts";
import { faults, settled } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

afterEach(() => showPalette(false));

const acme = "019a0000-0000-7000-8000-0000000000d1";
const items: Record<string, object[]> = {
  acme: [
    { Kind: "customer", Id: acme, Title: "Acme Dental", Hint: "Active", Link: `/customers/customer/${acme}` },
    {
      Kind: "invoice",
      Id: "019a0000-0000-7000-8000-0000000000d2",
      Title: "TW-ACME",
      Hint: "01/05/2026",
      Link: "/billing/invoice-detail/d2",
    },
  ],
};

const open = async (session = sessionOf(), handlers: Parameters<typeof fakeApi>[0] = {}) => {
  const sent = fakeApi({
    "GET /api/session": succeeded(session),
    "GET /api/search": ({ query }) => succeeded({ Items: items[query.get("Text")!] ?? [] }),
    "POST /api/auth/sign-out": succeeded({}),
    ...handlers,
  });
  const app = await renderApp("/account-setting");
  await expect.element(app.screen.getByRole("heading", { level: 1 })).toBeVisible();
  await userEvent.keyboard("{Control>}k{/Control}");
  const field = app.screen.getByRole("combobox", { name: /^Search customers/ });
  await expect.element(field).toHaveFocus();
  const active = () => document.querySelector('[role="option"][aria-selected="true"]')?.textContent;
  return { ...app, sent, field, active };
};

test("Ctrl and K opens the palette from any page; what is typed finds records, pages and actions, and Enter opens the chosen one", async () => {
  const { screen, router, field, active } = await open();
  await field.fill("acme");
  const options = screen.getByRole("listbox", { name: "Results" });
  await expect
    .element(options.getByRole("group", { name: "Customers" }).getByRole("option"))
    .toHaveTextContent("Acme Dental, Active");
  await expect.element(options.getByRole("option", { name: "Add product for Acme Dental" })).toBeVisible();
  await expect.element(screen.getByRole("status").filter({ hasText: "5 results" })).toBeInTheDocument();
  expect(active()).toContain("Acme Dental");
  await userEvent.keyboard("{ArrowDown}");
  expect(active()).toContain("TW-ACME");
  await userEvent.keyboard("{ArrowUp}{ArrowUp}");
  expect(active()).toContain("Transfers of Acme Dental");
  expect(await faults()).toEqual([]);
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.poll(() => router.state.location.pathname).toBe(`/customers/customer/${acme}`);
  await expect.element(field).not.toBeInTheDocument();

  await userEvent.keyboard("{Meta>}k{/Meta}");
  await expect
    .element(screen.getByRole("group", { name: "Recent" }).getByRole("option", { name: /^Acme Dental/ }))
    .toBeVisible();
  const near = screen.getByRole("group", { name: "Quick actions" }).getByRole("option");
  await expect.element(near.first()).toHaveTextContent("Change licences for Acme Dental");
  expect(screen.getByRole("group", { name: "Pages" }).elements()).toHaveLength(0);
});

test("Escape closes and gives the focus back; the header's button opens too, also on a phone", async () => {
  await page.viewport(390, 844);
  const { screen, field } = await open();
  expect(await faults()).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await expect.element(field).not.toBeInTheDocument();
  const button = screen.getByRole("button", { name: "Search (Ctrl K)" });
  await button.click();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(button).toHaveFocus();
});

test("on a phone the field stays at the top of the screen whatever is found, and a button closes", async () => {
  await page.viewport(390, 844);
  const { screen, field } = await open();
  const top = () => field.element().getBoundingClientRect().top;
  await expect.poll(() => document.getAnimations().length).toBe(0);
  const before = top();
  await field.fill("zzz");
  await expect.element(screen.getByText("No matches found for “zzz”")).toBeVisible();
  expect([before, top()].map((each) => each < 60)).toEqual([true, true]);
  await screen.getByRole("button", { name: "Close" }).click();
  await expect.element(field).not.toBeInTheDocument();
});

test("results never show under a later text, and no match and a failure each show a message", async () => {
  let answerFirst = (_: unknown) => {};
  const first = new Promise((resolve) => (answerFirst = resolve));
  let failing = true;
  const { screen, field } = await open(sessionOf(), {
    "GET /api/search": async ({ query }) => {
      const text = query.get("Text")!;
      if (text === "acme") await first;
      if (text === "broken" && failing) return refused(409, "conflict", "Changed meanwhile.");
      return succeeded({ Items: items[text] ?? [] });
    },
  });
  await field.fill("acme");
  await expect.element(screen.getByText("Searching")).toBeVisible();
  await field.fill("zzz");
  await expect.element(screen.getByText("No matches found for “zzz”")).toBeVisible();
  answerFirst(undefined);
  await settled();
  expect(screen.getByText("Acme Dental").elements()).toHaveLength(0);
  await field.fill("broken");
  await expect.element(screen.getByText(/could not be searched/)).toBeVisible();
  failing = false;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("No matches found for “broken”")).toBeVisible();
});

test("only what the person may open or do is offered, and the operator's staff search no reseller", async () => {
  const engineer = await open(sessionOf({ kind: "engineer", views: ["home"], permissions: [] }));
  await engineer.field.fill("cust");
  await expect.element(engineer.screen.getByText("No matches found for “cust”")).toBeVisible();
  await engineer.field.fill("security");
  await expect.element(engineer.screen.getByRole("option", { name: "Security" })).toBeVisible();
  await engineer.screen.unmount();
  showPalette(false);
  const operator = await open({ ...sessionOf({ kind: "admin", views: [], permissions: [] }), Reseller: null });
  await operator.field.fill("flags");
  await expect.element(operator.screen.getByRole("option", { name: "Feature flags" })).toBeVisible();
  expect(operator.sent.map(({ path }) => path)).not.toContain("/api/search");
});

test("actions are done from the palette: adding a product, the colours, signing out", async () => {
  const left = vi.spyOn(leave, "to").mockImplementation(() => undefined);
  const { screen, field } = await open();
  await field.fill("dark");
  await userEvent.keyboard("{Enter}");
  expect(document.documentElement.dataset["scheme"]).toBe("dark");
  await userEvent.keyboard("{Control>}k{/Control}");
  await field.fill("acme");
  await screen.getByRole("option", { name: "Add product for Acme Dental" }).click();
  await expect.element(screen.getByRole("dialog", { name: "Add product" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  await userEvent.keyboard("{Control>}k{/Control}");
  await field.fill("sign out");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => left.mock.calls).toEqual([["/login"]]);
});
