import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { leave } from "../../platform/leave.ts";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { widths } from "../../test/widths.ts";

type Handlers = Parameters<typeof fakeApi>[0];
const id = "019a0000-0000-7000-8000-000000000042";
const screenPath = "/operator/sign-in-providers";
const link = {
  Id: id,
  Provider: "sso",
  Issuer: "https://sign-in.example",
  Subject: "sso-avery",
  Linked: "2026-05-20T10:00:00.000Z",
};
const serve = (more: Handlers = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "admin" })),
    "GET /api/operator/sign-in-domains": succeeded({
      Items: [{ Domain: "harbour.example", CompanyName: "Harbour IT", Added: "2026-05-20T10:00:00.000Z" }],
      Next: null,
    }),
    "GET /api/operator/sign-in-links": succeeded({
      Items: [{ ...link, Name: "Avery Stone", UserName: "avery@harbour.example", CompanyName: "Harbour IT" }],
      Next: null,
    }),
    "GET /api/auth/passkeys": succeeded({ Items: [] }),
    "POST /api/auth/mfa/verify-user": succeeded({ IsVerified: true, IsEnabled: false }),
    "GET /api/operator/companies": succeeded({ Items: [{ Id: id, Name: "Harbour IT" }] }),
    ...more,
  });

test.each(widths)("domains and links are listed at %i px", async (width) => {
  await page.viewport(width, 900);
  serve();
  const { screen, router } = await renderApp(screenPath);
  await expect.element(screen.getByText("harbour.example")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("tab", { name: "Linked people" }).click();
  await expect.element(screen.getByText("Avery Stone")).toBeVisible();
  expect(router.state.location.href).toBe(`${screenPath}?tab=people`);
  expect(await faults()).toEqual([]);
});

test("a domain is added for a company; a refusal lands on its field", async () => {
  let answer = refused(409, "domainTaken", "x", { Domain: "This domain is already set up" });
  const sent = serve({ "POST /api/operator/sign-in-domains": () => answer });
  const { screen } = await renderApp(screenPath);
  await screen.getByRole("button", { name: "Add domain" }).click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByLabelText("Domain").fill("acme.example");
  await dialog.getByRole("button", { name: "Add domain" }).click();
  await expect.element(dialog.getByText("Company is required")).toBeVisible();
  await dialog.getByRole("combobox", { name: "Company" }).click();
  await dialog.getByRole("option", { name: "Harbour IT" }).click();
  await dialog.getByRole("button", { name: "Add domain" }).click();
  await expect.element(dialog.getByText("This domain is already set up")).toBeVisible();
  expect(await faults()).toEqual([]);
  answer = refused(409, "confirmFirst", "Confirm that it is you.");
  await dialog.getByRole("button", { name: "Add domain" }).click();
  await screen.getByLabelText("Your password", { exact: true }).fill("Copper-Lantern-42");
  expect(await faults()).toEqual([]);
  answer = succeeded({ Domain: "acme.example" });
  await screen.getByRole("dialog").getByRole("button", { name: "Add domain" }).click();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  const bodies = sent
    .filter(({ method, path }) => method === "POST" && path === "/api/operator/sign-in-domains")
    .map(({ body }) => body);
  expect(JSON.parse(bodies.at(-1)!)).toEqual({ Domain: "acme.example", CompanyId: id });
});

test("domains and links are removed once that is confirmed", async () => {
  await page.viewport(1440, 900);
  const sent = serve({
    "DELETE /api/operator/sign-in-domains/harbour.example": succeeded({}),
    [`DELETE /api/operator/sign-in-links/${id}`]: succeeded({ Ended: 1 }),
  });
  const { screen } = await renderApp(screenPath);
  await screen.getByRole("button", { name: "Actions for row 1" }).click();
  await screen.getByRole("button", { name: "Remove" }).click();
  await screen.getByLabelText("Your password", { exact: true }).fill("Copper-Lantern-42");
  await screen.getByRole("button", { name: "Remove domain" }).click();
  await screen.getByRole("tab", { name: "Linked people" }).click();
  await screen.getByRole("button", { name: "Actions for row 1" }).click();
  await screen.getByRole("button", { name: "Unlink" }).click();
  await screen.getByLabelText("Your password", { exact: true }).fill("Copper-Lantern-42");
  await screen.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
  await expect
    .poll(() => sent.filter(({ method }) => method === "DELETE").map(({ path }) => path))
    .toEqual(["/api/operator/sign-in-domains/harbour.example", `/api/operator/sign-in-links/${id}`]);
});

test("a reseller cannot open it", async () => {
  serve({ "GET /api/session": succeeded(sessionOf()) });
  const { router } = await renderApp(screenPath);
  await expect.poll(() => router.state.location.pathname).toBe("/access-denied");
});

const standing = { IsEnabled: false, IsRequired: false, IsAvailable: true, EnabledAt: null, RecoveryCodesLeft: 0 };
const own = (HasPassword: boolean): Handlers => ({
  "GET /api/session": succeeded(sessionOf()),
  "GET /api/auth/mfa/is-enabled": succeeded(standing),
  "GET /api/linked-accounts": succeeded({ Items: [link], HasPassword }),
});

test("a provider sign-in counts as proof for some minutes, then another one there is asked for", async () => {
  localStorage.setItem("ssoSession", "aad");
  const left = vi.spyOn(leave, "to").mockImplementation(() => undefined);
  const answers = [refused(409, "confirmFirst", "Confirm that it is you."), succeeded({})];
  const sent = serve({
    ...own(true),
    "GET /api/linked-accounts": succeeded({ Items: [link], HasPassword: true }),
    [`DELETE /api/linked-accounts/${id}`]: () => answers.shift()!,
    "POST /api/auth/sso/begin": succeeded({ AuthoriseUrl: "https://provider.example/authorise" }),
  });
  const { screen } = await renderApp("/account-setting/security");
  await screen.getByRole("button", { name: "Unlink" }).click();
  const dialog = screen.getByRole("dialog");
  expect(dialog.getByLabelText("Your password", { exact: true }).elements()).toHaveLength(0);
  await dialog.getByRole("button", { name: "Unlink" }).click();
  await expect.element(dialog.getByLabelText("Your password", { exact: true })).toBeVisible();
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Sign in at your provider again" }).click();
  await expect.poll(() => left.mock.calls).toEqual([["https://provider.example/authorise"]]);
  const begun = sent.find(({ path }) => path === "/api/auth/sso/begin");
  expect(JSON.parse(begun!.body)).toEqual({ provider: "aad", return: location.pathname + location.search });
  left.mockRestore();

  await dialog.getByRole("button", { name: "Cancel" }).click();
  await screen.getByRole("button", { name: "Unlink" }).click();
  await dialog.getByRole("button", { name: "Unlink" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  localStorage.removeItem("ssoSession");
});

test("one's own account is unlinked with the password", async () => {
  const sent = serve({
    ...own(true),
    "POST /api/auth/mfa/verify-user": succeeded({ IsVerified: true, IsEnabled: false }),
    [`DELETE /api/linked-accounts/${id}`]: succeeded({}),
  });
  const { screen } = await renderApp("/account-setting/security");
  await screen.getByRole("button", { name: "Unlink" }).click();
  await screen.getByLabelText("Your password", { exact: true }).fill("Copper-Lantern-42");
  expect(await faults()).toEqual([]);
  await screen.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
  await expect.poll(() => sent.some(({ method }) => method === "DELETE")).toBe(true);
});

test("a person without a password cannot remove their only way to sign in", async () => {
  serve(own(false));
  const { screen } = await renderApp("/account-setting/security");
  await expect.element(screen.getByText(/You have no password here/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Unlink" }).elements()).toHaveLength(0);
  expect(await faults()).toEqual([]);
});
