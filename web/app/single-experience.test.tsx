import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { leave } from "../platform/leave.ts";
import { signOut } from "../platform/api.ts";
import { endSession as endSessionHere } from "../platform/tokens.ts";
import { faults } from "../test/axe.ts";
import { fakeApi, refused, succeeded } from "../test/fake-api.ts";
import { renderApp } from "../test/render-app.tsx";
import { sessionOf } from "../test/sessions.ts";
import { organisationChanged } from "./organisation.ts";

const left = vi.spyOn(leave, "to").mockImplementation(() => undefined);
beforeEach(() => void left.mockClear());
afterEach(() => {
  document.cookie = "organisationId=; Max-Age=0; path=/";
});

test("AUTH-130 N31 the dashboard of the single experience leads to what the person may open, and to the portals their company has an account in", async () => {
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ views: ["customers", "billing"], linked: ["comms", "distribution"] })),
  });
  const { screen } = await renderApp("/single-experience-dashboard");
  await expect.element(screen.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
  await expect.element(screen.getByRole("link", { name: /Open customers$/ })).toHaveAttribute("href", "/customers");
  await expect.element(screen.getByRole("link", { name: /Open billing$/ })).toHaveAttribute("href", "/billing");
  const beside = screen.getByRole("list", { name: "Your other portals" }).getByRole("link");
  expect(beside.elements().map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    [expect.stringContaining("Go to Comms"), "https://comms.example"],
    [expect.stringContaining("Go to Distribution"), "https://distribution.example"],
  ]);
  expect(screen.getByRole("link", { name: /Open marketplace$/ }).elements()).toHaveLength(0);
  expect(await faults()).toEqual([]);
});

test("the dashboard of the single experience says so when there is nothing to open", async () => {
  fakeApi({ "GET /api/session": succeeded(sessionOf({ views: [] })) });
  const { screen } = await renderApp("/single-experience-dashboard");
  await expect.element(screen.getByText("Nothing to open yet")).toBeVisible();
});

test("AUTH-79 AUTH-80 a shared organisation that differs from the browser's own, or is new to it, is noticed", () => {
  expect(organisationChanged()).toBe(false);
  document.cookie = "organisationId=org-harbour; path=/";
  expect(organisationChanged()).toBe(true);
  localStorage.setItem("organisationId", "org-harbour");
  expect(organisationChanged()).toBe(false);
  document.cookie = "organisationId=org-quay; path=/";
  expect(organisationChanged()).toBe(true);
});

const endSession = "https://provider.example/end?id_token_hint=1";
const hardware = "https://hardware.example/logout";

describe("signing out", () => {
  const answers = {
    "GET /api/auth/sso/farewell": succeeded({ EndSessionUrl: endSession, HardwareLogoutUrl: hardware }),
    "POST /api/auth/comms-logout": succeeded({}),
    [`GET ${hardware}`]: succeeded({}),
    "POST /api/auth/sign-out": succeeded({}),
  };
  const everything = [
    "GET /api/auth/sso/farewell",
    "POST /api/auth/comms-logout",
    `GET ${hardware}`,
    "POST /api/auth/sign-out",
  ];
  const pathsOf = (sent: { method: string; path: string }[]) =>
    sent.map(({ method, path }) => `${method} ${path}`).filter((line) => line !== "POST /api/auth/refresh");
  const hold = (keys: readonly string[]) => keys.forEach((key) => localStorage.setItem(key, "sso"));

  test("AUTH-120 AUTH-121 AUTH-122 AUTH-123 of a provider's session ends comms, hardware, ours, and leaves for the provider's end", async () => {
    hold(["ssoSession", "organisationId", "singleExperience", "userMex", "username"]);
    const sent = fakeApi(answers);
    await signOut();
    expect(pathsOf(sent)).toEqual(everything);
    expect(localStorage.length).toBe(0);
    expect(left.mock.calls).toEqual([[endSession]]);
    sessionStorage.setItem("tsr-scroll-restoration-v1_3", "what the router writes when the page is left");
    dispatchEvent(new PageTransitionEvent("pagehide"));
    expect(sessionStorage.length).toBe(0);
  });

  test("AUTH-120 AUTH-123 of a session of Microsoft's goes the same way", async () => {
    localStorage.setItem("ssoSession", "aad");
    const sent = fakeApi(answers);
    await signOut();
    expect(pathsOf(sent)).toEqual(everything);
    expect(left.mock.calls).toEqual([[endSession]]);
  });

  test("AUTH-123 is not undone by a call that is refused meanwhile: nobody is signed in again", async () => {
    localStorage.setItem("ssoSession", "sso");
    const sent = fakeApi({
      ...answers,
      "POST /api/auth/sign-out": () => {
        endSessionHere();
        return succeeded({});
      },
    });
    await signOut();
    expect(pathsOf(sent)).toEqual(everything);
    expect(left.mock.calls).toEqual([[endSession]]);
  });

  test("AUTH-125 goes on when comms fails, and hardware, and the provider has no end", async () => {
    hold(["ssoSession"]);
    const failed = refused(500, "unexpected", "Something went wrong.");
    const sent = fakeApi({ ...answers, "POST /api/auth/comms-logout": failed, [`GET ${hardware}`]: failed });
    await signOut();
    expect(pathsOf(sent)).toEqual(everything);
    expect(left.mock.calls).toEqual([[endSession]]);
    hold(["ssoSession"]);
    fakeApi({});
    await signOut();
    expect(left.mock.lastCall).toEqual(["/login"]);
    expect(localStorage.length).toBe(0);
  });

  test("AUTH-124 of a session by password, or of a jump, asks no provider", async () => {
    hold(["userMex", "username"]);
    const sent = fakeApi(answers);
    await signOut();
    expect(pathsOf(sent)).toEqual(["POST /api/auth/sign-out"]);
    expect(left.mock.calls).toEqual([["/login"]]);
    expect(localStorage.length).toBe(0);
  });
});
