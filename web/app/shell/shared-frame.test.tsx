import { beforeEach, expect, test } from "vitest";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { keepHere } from "../../test/leaving.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { loadElement } from "./load-element.ts";
import type { SharedLine } from "./shared-menu.ts";

type Given = HTMLElement & { person: unknown; menu: readonly SharedLine[]; portals: unknown };

class TestHeader extends HTMLElement {
  person = undefined;
  menu: readonly SharedLine[] = [];
  portals = undefined;
  connectedCallback() {
    this.textContent = "Shared header";
  }
}
class TestFooter extends HTMLElement {
  connectedCallback() {
    this.textContent = "Shared footer";
  }
}
customElements.define("test-shared-header", TestHeader);
customElements.define("test-shared-footer", TestFooter);
customElements.define("empty-shared-header", class extends HTMLElement {});

const part = (Element: string) => ({
  Element,
  Script: `/micro-frontends/${"0".repeat(96)}.js`,
  Integrity: `sha384-${"A".repeat(64)}`,
});
const frame = { Header: part("test-shared-header"), Footer: part("test-shared-footer") };
const blake = { ...sessionOf({ kind: "engineer", linked: ["comms"] }), SingleExperience: true };
const open = async (session = blake, answer = succeeded(frame), path = "/no-access-resources") => {
  const sent = fakeApi({
    "GET /api/notifications": succeeded({ Items: [], New: 2 }),
    "GET /api/notifications/reload-interval": succeeded(60_000),
    "GET /api/session": succeeded(session),
    "GET /api/footer/buttons": succeeded({ Items: [] }),
    "GET /api/micro-frontends": answer,
    "POST /api/auth/sign-out": succeeded({}),
  });
  return { sent, ...(await renderApp(path)) };
};
type Opened = Awaited<ReturnType<typeof open>>;

const expectStandard = async ({ screen }: Opened) => {
  await expect.element(screen.getByRole("button", { name: "My Account" })).toBeVisible();
  await expect.element(screen.getByRole("contentinfo").getByText("Colour scheme")).toBeInTheDocument();
  expect(screen.getByText(/^Shared /).elements()).toHaveLength(0);
};
beforeEach(() => localStorage.clear());

test("SHELL-33 in the single experience the shared header and footer stand in for the usual ones", async () => {
  const { screen } = await open();
  await expect.element(screen.getByText("Shared header")).toBeVisible();
  await expect.element(screen.getByText("Shared footer")).toBeVisible();
  expect(screen.getByRole("button", { name: "My Account" }).elements()).toHaveLength(0);
  const header = document.querySelector<Given>("test-shared-header")!;
  expect(header.person).toEqual({
    displayName: "Hannah Reid",
    emailAddress: "engineer@harbour.example",
    userType: "admin",
  });
  expect(header.portals).toEqual([
    { label: "Comms", href: "https://comms.example" },
    { label: "Hardware", href: "https://hardware.example", tag: "Try" },
  ]);
  expect([header.getAttribute("current"), header.getAttribute("locale")]).toEqual(["/no-access-resources", "en-GB"]);
  expect(header.menu.map(({ label }) => label)).toEqual(
    expect.arrayContaining(["Customers", "Billing", "New", "My Account"]),
  );
  expect(await faults()).toEqual([]);
});

const mainTop = () => document.querySelector("main")!.getBoundingClientRect().top;

test("SHELL-31 the bell shows below the shared header too", async () => {
  const blakeWithBell = { ...sessionOf({ kind: "engineer", flags: ["Notifications"] }), SingleExperience: true };
  const { screen } = await open(blakeWithBell, succeeded(frame), "/no-access-resources");
  await expect.element(screen.getByText("Shared header")).toBeVisible();
  const bell = screen.getByRole("button", { name: "Notifications, 2 new" });
  await expect.element(bell).toBeVisible();
  // It covers no part of the page, such as the marketplace's banner.
  const [bottom, top] = [bell.element().getBoundingClientRect().bottom, mainTop()];
  expect(bottom).toBeLessThanOrEqual(top);
  await bell.click();
  await expect.element(screen.getByRole("dialog", { name: "Notifications" })).toBeVisible();
});

test("SHELL-33 the usual header returns without the single experience, in an admin jump, and in another role than one's own", async () => {
  const plain = await open({ ...blake, SingleExperience: false });
  await expectStandard(plain);
  expect(plain.sent.some(({ path }) => path === "/api/micro-frontends")).toBe(false);
  await plain.screen.unmount();

  const jumped = await open({ ...blake, JumpedBy: "Olive Operator" });
  await expectStandard(jumped);
  await jumped.screen.unmount();

  localStorage.setItem("previousUserType", "admin");
  await expectStandard(await open());
});

test.each([
  ["there is none", succeeded(null)],
  ["asking for it fails", refused(409, "conflict", "Something went wrong.")],
  ["its script cannot be loaded", succeeded({ ...frame, Header: part("missing-shared-header") })],
  ["its script is none of ours", succeeded({ ...frame, Header: { ...part("a-header"), Script: "/else.js" } })],
  ["it draws nothing", succeeded({ ...frame, Header: part("empty-shared-header") })],
])("the usual header shows when of the shared one %s", async (_what, answer) => {
  const { screen } = await open(blake, answer);
  await expect.element(screen.getByRole("button", { name: "My Account" })).toBeVisible();
});

test("a script of another address is never added to the page", async () => {
  const before = document.scripts.length;
  for (const Script of ["https://elsewhere.example/a.js", "/assets/a.js", "//elsewhere.example/micro-frontends/a.js"])
    await expect(loadElement({ ...part("other-header"), Script })).rejects.toThrow("is no script of the shared frame");
  expect(document.scripts.length).toBe(before);
});

const tell = (name: string, detail: unknown) => {
  const told = new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true });
  document.querySelector("test-shared-header")!.dispatchEvent(told);
  return told;
};

test("the shared header changes the screen, to addresses of this portal only", async () => {
  const { screen, router } = await open();
  await expect.element(screen.getByText("Shared header")).toBeVisible();
  for (const href of ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)", undefined, 7])
    expect(tell("portal-navigate", { href }).defaultPrevented).toBe(false);
  expect(tell("portal-navigate", { href: "/gallery" }).defaultPrevented).toBe(true);
  await expect.poll(() => router.state.location.pathname).toBe("/gallery");
  expect(document.querySelector("test-shared-header")!.getAttribute("current")).toBe("/gallery");
});

test("the shared header signs out, and asks first where something is unsaved", async () => {
  const { screen, sent } = await open(blake, succeeded(frame), "/customers/customer/42/add-service/office-365");
  const wanted = keepHere();
  await expect.element(screen.getByText("Shared header")).toBeVisible();
  tell("portal-action", { action: "sign-out" });
  await expect.element(screen.getByRole("dialog", { name: "Sign out?" })).toBeVisible();
  expect(sent.some(({ path }) => path === "/api/auth/sign-out")).toBe(false);
  await screen.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect.poll(() => wanted).toEqual(["/login"]);
});

test("SHELL-08 DASH-02 in the single experience the first crumb is its own dashboard", async () => {
  const { screen } = await open(blake, succeeded(null), "/gallery");
  const crumbs = screen.getByRole("navigation", { name: "Breadcrumb" });
  await expect
    .element(crumbs.getByRole("link", { name: "Home" }))
    .toHaveAttribute("href", "/single-experience-dashboard");
});

test("people who see all portals as one land on the page of their views like everybody else", async () => {
  for (const [views, target] of [
    [["home", "customers"], "/dashboard"],
    [["customers"], "/customers"],
  ] as const) {
    const { screen, router } = await open(
      { ...sessionOf({ kind: "engineer", views }), SingleExperience: true },
      succeeded(null),
      "/",
    );
    await expect.poll(() => router.state.location.pathname).toBe(target);
    await screen.unmount();
  }
});
