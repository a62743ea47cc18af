import type { AdminRelationship, AdminTerms } from "@tradewind/contract/ordering/admin-relationships.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { acme } from "../../test/samples.ts";
import { sessionOf } from "../../test/sessions.ts";
import { widths } from "../../test/widths.ts";

const id = acme.Id;
const relationshipId = "019a0000-0000-7000-8000-0000000000e1";
const link = "https://admin.example/AdminPortal/Home#/partners/invitation/granularAdminRelationships/r-1";
const list = `/api/customers/${id}/admin-relationships`;
const tenant = {
  VendorName: "Microsoft",
  ProductId: "microsoft-365",
  TenantRef: "2832473f",
  TenantName: "acme.onmicrosoft.com",
  IsBroughtIn: true,
  DelegatesAdmin: true,
  AdminRelationships: 1,
  Services: 2,
  Request: null,
};
const terms: AdminTerms = {
  VendorName: "Microsoft",
  MostDays: 730,
  ExtendsByDays: 180,
  Roles: [
    { Id: "readers", Name: "Directory Readers", About: "Read users.", IsEverything: false },
    { Id: "global", Name: "Global Administrator", About: "Do everything.", IsEverything: true },
  ],
};
const one = (changes: Partial<AdminRelationship> = {}): AdminRelationship => ({
  Id: relationshipId,
  Status: "active",
  Since: "2026-11-20T09:00:00.000Z",
  RequestedBy: "Robin Tester",
  Roles: ["Directory Readers"],
  Days: 730,
  ExtendsItself: false,
  ApprovalUrl: null,
  Access: "active",
  Message: null,
  EndsAt: "2028-11-19T09:00:00.000Z",
  DaysLeft: 723,
  IsChanging: false,
  ...changes,
});

async function opened(items: AdminRelationship[], answers: Parameters<typeof fakeApi>[0] = {}, flags = ["GDAP"]) {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ flags: ["M365AccountLink", ...flags] })),
    [`GET /api/customers/${id}`]: succeeded(acme),
    [`GET /api/customers/${id}/tenant-links`]: succeeded({ Links: [tenant] }),
    [`GET ${list}`]: succeeded({ Terms: terms, Items: items }),
    ...answers,
  });
  const { screen } = await renderApp(`/customers/customer/${id}/view/m365AccountLink`);
  await expect.element(screen.getByText("acme.onmicrosoft.com")).toBeVisible();
  return { sent, screen };
}

test.each(widths)("FLAG-08 a request shows its link, and then until when it stands, at %i px", async (width) => {
  await page.viewport(width, 900);
  const waits = one({ Status: "approvalPending", ApprovalUrl: link, EndsAt: null, DaysLeft: null, Access: "none" });
  const { screen } = await opened([waits, one({ Id: id, DaysLeft: 12, EndsAt: "2026-12-02T09:00:00.000Z" })]);
  await expect.element(screen.getByText("Waiting for approval")).toBeVisible();
  await expect.element(screen.getByText(link)).toBeVisible();
  await expect.element(screen.getByText("730 days from its approval")).toBeVisible();
  await expect.element(screen.getByText(/12 days left/)).toBeVisible();
  await expect.element(screen.getByText(/This ends in 12 days/)).toBeVisible();
  await expect.element(screen.getByText("Have its roles")).toBeVisible();
  // Another is asked for once this one is approved.
  expect(screen.getByRole("button", { name: "Request a relationship" }).elements()).toEqual([]);
  expect(await faults()).toEqual([]);
});

test("FLAG-08 roles, days and extension are asked for; what may do everything is warned of and never extends itself", async () => {
  let answer = refused(400, "invalidRequest", "Please check.", { Days: "Must be at most 730" });
  const { sent, screen } = await opened([], { [`POST ${list}`]: () => answer });
  await screen.getByRole("button", { name: "Request a relationship" }).click();
  const dialog = screen.getByRole("dialog", { name: "Request an admin relationship" });
  await dialog.getByRole("checkbox", { name: /Global Administrator/ }).click();
  await expect.element(dialog.getByText(/can do everything in the tenant/)).toBeVisible();
  await expect.element(dialog.getByRole("checkbox", { name: /Extend it by 180 days/ })).toBeDisabled();
  await dialog.getByRole("checkbox", { name: /Global Administrator/ }).click();
  await dialog.getByRole("checkbox", { name: /Directory Readers/ }).click();
  await dialog.getByRole("textbox", { name: "Days" }).fill("1e2");
  await expect.element(dialog.getByText("Must be a whole number, not “1e2”")).toBeVisible();
  await dialog.getByRole("button", { name: "Request" }).click();
  expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
  await dialog.getByRole("textbox", { name: "Days" }).fill("900");
  await dialog.getByRole("button", { name: "Request" }).click();
  await expect.element(dialog.getByText("Must be at most 730")).toBeVisible();
  answer = succeeded({ Relationship: one({ Status: "preparing" }) });
  await dialog.getByRole("textbox", { name: "Days" }).fill("365");
  await dialog.getByRole("button", { name: "Request" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(JSON.parse(sent.findLast(({ method }) => method === "POST")!.body)).toEqual({
    ProductId: "microsoft-365",
    Roles: ["readers"],
    Days: 365,
    ExtendsItself: true,
  });
});

test("FLAG-08 a relationship can be ended, after a question", async () => {
  const path = `/api/admin-relationships/${relationshipId}/end`;
  const { sent, screen } = await opened([one()], {
    [`POST ${path}`]: succeeded({ Relationship: one({ IsChanging: true }) }),
  });
  await screen.getByRole("button", { name: "End", exact: true }).click();
  await screen.getByRole("button", { name: "End relationship" }).click();
  await expect.poll(() => sent.some((line) => line.method === "POST" && line.path === path)).toBe(true);
});

test("FLAG-08 without the flag nothing of it is seen or asked", async () => {
  const { sent, screen } = await opened([one()], {}, []);
  expect(screen.getByText(/Admin relationships/).elements()).toEqual([]);
  expect(sent.some(({ path }) => path.startsWith(list))).toBe(false);
});
