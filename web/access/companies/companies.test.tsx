import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { leave } from "../../platform/leave.ts";
import { closeCompanies } from "../../shared/company-switch.ts";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded, tokenAnswer } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";

afterEach(closeCompanies);

const there = "019a0000-0000-7000-8000-000000000002";
const company = (Id: string, Name: string, more: object = {}) => ({
  Id,
  Name,
  Reseller: null,
  Kind: "engineer",
  Present: false,
  Closed: null,
  ...more,
});
const three = [
  company("019a0000-0000-7000-8000-000000000001", "Harbour IT", { Present: true }),
  company(there, "Liffey Cloud"),
  company("019a0000-0000-7000-8000-000000000003", "Acme Dental", {
    Reseller: "Harbour IT",
    Kind: "endUserAdmin",
    Closed: "companyNotByProvider",
  }),
];
const switching = `POST /api/auth/companies/${there}/switch`;
const serve = (more: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ hasOtherCompanies: true })),
    "GET /api/auth/companies": succeeded({ Items: three }),
    ...more,
  });
const open = async (width: number) => {
  await page.viewport(width, 900);
  const { screen } = await renderApp("/account-setting");
  if (width < 1024) await screen.getByRole("button", { name: "Open menu" }).click();
  else await screen.getByRole("button", { name: "My Account" }).click();
  await screen.getByRole("button", { name: /^Switch company/ }).click();
  return screen;
};

test.each(bothEnds)("the companies are listed at %i px, the present one named, and one opens anew", async (width) => {
  const left = vi.spyOn(leave, "to").mockImplementation(() => {});
  const sent = serve({ [switching]: succeeded(tokenAnswer()) });
  const screen = await open(width);
  const dialog = screen.getByRole("dialog", { name: "Your companies" });
  await expect.element(dialog.getByText("You are here")).toBeVisible();
  await expect.element(dialog.getByText(/^This company does not accept your sign-in provider/)).toBeVisible();
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Switch to Liffey Cloud" }).click();
  await expect.poll(() => left.mock.calls).toEqual([["/"]]);
  expect(sent.filter(({ path }) => path.endsWith("/switch"))).toHaveLength(1);
});

test("a refusal is shown and the page stays open", async () => {
  const left = vi.spyOn(leave, "to").mockImplementation(() => {});
  serve({ [switching]: refused(404, "notFound", "We could not find this.") });
  const screen = await open(1440);
  await screen.getByRole("button", { name: "Switch to Liffey Cloud" }).click();
  await expect.element(screen.getByText("You have not switched company")).toBeVisible();
  expect(left.mock.calls).toEqual([]);
});

test("a person with one company is offered no other", async () => {
  await page.viewport(1440, 900);
  serve({ "GET /api/session": succeeded(sessionOf()) });
  const { screen } = await renderApp("/account-setting");
  await screen.getByRole("button", { name: "My Account" }).click();
  await expect.element(screen.getByRole("button", { name: "Sign out" })).toBeVisible();
  expect(screen.getByRole("button", { name: /^Switch company/ }).elements()).toEqual([]);
});

const key = "019a0000-0000-4000-8000-000000000009";
const invitation = (UserName: string) =>
  succeeded({
    Name: "Hannah Reid",
    UserName,
    Company: "Liffey Cloud",
    InvitedBy: "Sinéad Brady",
    ExpiresAt: "2026-05-27T10:00:00.000Z",
    HasLogin: true,
  });

test.each(bothEnds)("who is invited to one more company joins it at %i px, and may go there at once", async (width) => {
  await page.viewport(width, 900);
  const left = vi.spyOn(leave, "to").mockImplementation(() => {});
  const sent = serve({
    "POST /api/auth/invitations/look": invitation("RESELLER@harbour.example"),
    "POST /api/invitations/join": succeeded({ MembershipId: there, Company: "Liffey Cloud" }),
    [switching]: succeeded(tokenAnswer()),
  });
  const { screen } = await renderApp(`/join-company/${key}`);
  await expect.element(screen.getByRole("button", { name: "Join Liffey Cloud" })).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Join Liffey Cloud" }).click();
  await screen.getByRole("button", { name: "Switch to Liffey Cloud" }).click();
  await expect.poll(() => left.mock.calls).toEqual([["/"]]);
  expect(JSON.parse(sent.find(({ path }) => path === "/api/invitations/join")!.body)).toEqual({ Key: key });
});

test("somebody else's invitation cannot be accepted, and an expired one shows a message", async () => {
  serve({ "POST /api/auth/invitations/look": invitation("somebody@liffey.example") });
  const { screen } = await renderApp(`/join-company/${key}`);
  await expect.element(screen.getByText("This invitation is for somebody else")).toBeVisible();
  expect(screen.getByRole("button", { name: "Join Liffey Cloud" }).elements()).toEqual([]);
  await screen.unmount();
  serve({ "POST /api/auth/invitations/look": refused(410, "invitationInvalid", "This invitation has expired.") });
  const over = await renderApp(`/join-company/${key}`);
  await expect.element(over.screen.getByText("This invitation is no longer valid")).toBeVisible();
});
