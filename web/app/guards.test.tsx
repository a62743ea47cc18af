import { views, type View } from "@tradewind/domain/values/permissions.ts";
import { expect, test } from "vitest";
import { fakeApi, succeeded } from "../test/fake-api.ts";
import { renderApp } from "../test/render-app.tsx";
import { sessionOf } from "../test/sessions.ts";
import { screen } from "./route-table.ts";
import { routes } from "./routes.ts";

type Changes = Parameters<typeof sessionOf>[0];

const standIn = { title: "Page", screen: screen(() => import("./shell/message-screens.tsx"), "NoAccessScreen") };

/** Where a person ends who opens an address. */
async function endOf(path: string, session: Changes | ReturnType<typeof sessionOf>, given = routes) {
  fakeApi({ "GET /api/session": succeeded("User" in session! ? session : sessionOf(session)) });
  const { screen: shown, router } = await renderApp(path, given);
  await expect.poll(() => router.state.status).toBe("idle");
  // Every page has a main part, the one that says that nothing was found too.
  await expect.element(shown.getByRole("main")).toBeVisible();
  const missing = shown.getByRole("heading", { name: "Page not found" }).elements().length > 0;
  await shown.unmount();
  return missing ? "not found" : router.state.location.pathname;
}

test("ACL-05 any one of the listed views opens a page", async () => {
  expect(await endOf("/billing", { views: ["pSA"], permissions: [] })).toBe("/billing");
  expect(await endOf("/billing", { views: ["billing"], permissions: [] })).toBe("/billing");
  expect(await endOf("/billing", { views: ["support"] })).toBe("/access-denied");
});

test("ACL-07 only the three stored types of user are let in, resellers and engineers as admin", async () => {
  for (const kind of ["endUser", "endUserAdmin", "reseller", "engineer"] as const)
    expect(await endOf("/account-setting", { kind })).toBe("/account-setting");
  const other = sessionOf();
  other.User.userType = "partner";
  for (const path of ["/account-setting", "/dashboard", "/"]) expect(await endOf(path, other)).toBe("/access-denied");
});

test("ACL-08 ACL-09 a page tied to a feature is there only while that is on, or only while it is off", async () => {
  const tied = [
    ...routes,
    { path: "/with", access: "signedIn" as const, flag: "Knowledgebase", ...standIn },
    { path: "/without", access: "signedIn" as const, notFlag: "Knowledgebase", ...standIn },
  ];
  expect(await endOf("/with", { flags: ["Knowledgebase"] }, tied)).toBe("/with");
  expect(await endOf("/with", {}, tied)).toBe("not found");
  expect(await endOf("/without", {}, tied)).toBe("/without");
  expect(await endOf("/without", { flags: ["Knowledgebase"] }, tied)).toBe("not found");
});

const needs: readonly (readonly [id: string, path: string, views: readonly View[], changes: Changes])[] = [
  ["ACL-10", "/dashboard", ["home"], {}],
  ["ACL-11", "/customers", ["customers"], {}],
  ["ACL-13", "/marketplace", ["marketplaceOrder"], {}],
  ["ACL-14", "/billing", ["billing", "pSA"], {}],
  ["ACL-16", "/my-business", ["myBusiness"], {}],
  ["ACL-17", "/support", ["support"], {}],
  ["of a customer's people,", "/services", ["manageService"], { kind: "endUser" }],
];

test.each(needs)("%s %s opens with any one of %j and with no other view", async (_id, path, needed, changes) => {
  for (const view of needed) expect(await endOf(path, { permissions: [], ...changes, views: [view] })).toBe(path);
  const others = views.filter((view) => !needed.includes(view));
  expect(await endOf(path, { ...changes, views: others })).toBe("/access-denied");
});

const nothing: Changes = { views: [], permissions: [], flags: ["BillingPlatformReporting"] };

test.each(["/account-setting", "/sso-account-setting"])("ACL-15 %s needs no view", async (path) => {
  expect(await endOf(path, nothing)).toBe(path);
});

test.each(["/analytics", "/opt-out", "/no-access-resources"])("ACL-18 %s needs no view", async (path) => {
  expect(await endOf(path, nothing)).toBe(path);
});

const acme = "019a0000-0000-7000-8000-000000000001";

test.each([
  [{ kind: "endUser", views: ["manageService"] }, "/services"],
  [{ kind: "endUser", views: ["home", "manageService"] }, "/dashboard"],
  [{ kind: "endUserAdmin", views: ["customers"] }, `/customers/customer/${acme}`],
  [{ kind: "endUserAdmin", views: ["home", "customers"] }, "/dashboard"],
  [{ kind: "endUserAdmin", views: ["manageService", "support"] }, `/customers/customer/${acme}/view/services`],
  [{ kind: "endUserAdmin", views: ["marketplaceOrder"] }, "/marketplace"],
  [{ kind: "endUserAdmin", views: ["support"] }, "/support"],
  [{ kind: "endUserAdmin", views: ["settings"] }, "/no-access-resources"],
  [{ kind: "endUserAdmin", views: [] }, "/no-access-resources"],
] as const)(
  "ACL-23 ACL-25 ACL-27 ACL-28 ACL-30 the empty address leads a customer's people to their own page: %j",
  async (person, page) => {
    expect(await endOf("/", person)).toBe(page);
  },
);
