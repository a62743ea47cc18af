import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { widths } from "../../test/widths.ts";

const address = "/account-setting/identity-provider";
const api = "/api/settings/identity-provider";
const provider = {
  Issuer: "https://login.microsoftonline.com/7c1d2f6e-90ab-4c6b-8b0e-3a5c1d2e4f60/v2.0",
  ClientId: "3f0c1f0e-7f2b-4a44-9a53-6a8d7c2b9e10",
  AddsPeople: false,
  Role: "technical",
  TestedAt: "2026-11-23T08:00:00.000Z",
  IsOn: false,
  ChangedBy: "Robin Tester",
  ChangedAt: "2026-11-23T07:00:00.000Z",
};
const domainOf = (Domain: string, rest: object = {}) => ({
  Domain,
  RecordName: `_tradewind.${Domain}`,
  RecordText: "tradewind-domain=x3Jk2Yw9Qm4TzB7c",
  ProvenAt: null,
  ApprovedBy: null,
  ...rest,
});
const tokens = {
  "GET /api/settings/provisioning-tokens": succeeded({ Address: "https://portal.example.com/scim/v2", Items: [] }),
};
const settingsOf = (rest: object = {}) => ({
  Provider: provider,
  Domains: [
    domainOf("acme.example"),
    domainOf("harbour.example", { ProvenAt: "2026-11-23T08:00:00.000Z", ApprovedBy: "Olive Operator" }),
  ],
  RedirectUri: "https://portal.example.com/sso-callback",
  MayChange: true,
  ...rest,
});

test("a company that has no provider reads what to enter where, and a refused field says why", async () => {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    ...tokens,
    [`GET ${api}`]: succeeded(settingsOf({ Provider: null, Domains: [] })),
    [`PUT ${api}`]: refused(400, "invalidRequest", "Please check the fields.", { Issuer: "Must begin with https://" }),
  });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText("https://portal.example.com/sso-callback")).toBeVisible();
  await screen.getByLabelText("Issuer").fill("http://login.acme.example");
  await screen.getByRole("button", { name: "Save", exact: true }).click();
  await expect.element(screen.getByText("Must begin with https://")).toBeVisible();
  expect(sent.at(-1)).toBeDefined();
  await screen.getByRole("link", { name: "Dashboard" }).first().click();
  await expect.element(screen.getByText("Leave without saving?")).toBeVisible();
});

test("on a phone a domain says when and by whom it was approved, beside its button", async () => {
  await page.viewport(390, 844);
  const long = domainOf("harbour.example", { ProvenAt: "2026-11-23T08:00:00.000Z", ApprovedBy: "Alexandra Tradewind" });
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    ...tokens,
    [`GET ${api}`]: succeeded(settingsOf({ Domains: [long] })),
  });
  const { screen } = await renderApp(address);
  const said = screen.getByText("23/11/2026 08:00 by Alexandra Tradewind");
  await expect.element(said).toBeVisible();
  const [words, button] = [said, screen.getByRole("button", { name: "Remove harbour.example" })].map((each) =>
    each.element().getBoundingClientRect(),
  );
  expect(words!.right).toBeLessThanOrEqual(button!.left);
});

test("a tested provider with a proven domain is switched on after a proof, and a missing record is said", async () => {
  let isOn = false;
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    ...tokens,
    "GET /api/auth/passkeys": succeeded({ Items: [] }),
    [`GET ${api}`]: () => succeeded(settingsOf({ Provider: { ...provider, IsOn: isOn } })),
    [`PUT ${api}/on`]: () => {
      isOn = true;
      return succeeded(settingsOf({ Provider: { ...provider, IsOn: true } }));
    },
    [`POST ${api}/domains/acme.example/prove`]: refused(409, "domainNotProven", "The record is not there yet."),
  });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText("Tested, off")).toBeVisible();
  await screen.getByRole("button", { name: "Look for the record" }).click();
  await expect.element(screen.getByText("The record is not there yet.")).toBeVisible();
  await screen.getByRole("button", { name: "Switch on" }).click();
  await expect.element(screen.getByText(/People at harbour.example sign in at your provider/)).toBeVisible();
});

test("what takes something away is confirmed, then proven, and a refusal for another reason is said on the page", async () => {
  const answers = [
    refused(409, "confirmFirst", "Please confirm that it is you."),
    refused(409, "conflict", "This was changed in the meantime."),
  ];
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    ...tokens,
    "GET /api/auth/passkeys": succeeded({ Items: [] }),
    [`GET ${api}`]: succeeded(settingsOf()),
    "GET /api/auth/mfa/is-enabled": succeeded({
      IsEnabled: false,
      IsRequired: false,
      IsAvailable: true,
      EnabledAt: null,
      RecoveryCodesLeft: 0,
    }),
    "POST /api/auth/mfa/verify-user": succeeded({ IsVerified: true, IsEnabled: false }),
    [`DELETE ${api}`]: () => answers.shift()!,
  });
  const { screen } = await renderApp(address);
  await screen.getByRole("button", { name: "Remove", exact: true }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog.getByText(/Its settings and its secret are deleted/)).toBeVisible();
  expect(sent.filter(({ method }) => method === "DELETE")).toEqual([]);
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await expect.element(screen.getByText(/Confirm that it is you: this decides who can sign in/)).toBeVisible();
  expect(dialog.getByRole("button", { name: "Use a code from the app" }).elements()).toHaveLength(0);
  await dialog.getByLabelText("Your password", { exact: true }).fill("Copper-Lantern-42");
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByText("This was changed in the meantime.")).toBeVisible();
  await screen.getByRole("button", { name: "Remove harbour.example" }).click();
  await expect.element(dialog.getByText(/can no longer sign in at your provider/)).toBeVisible();
});

test("the operator approves a claimed domain with a reason", async () => {
  const item = {
    CompanyId: "019a0000-0000-7000-8000-0000000000b1",
    CompanyName: "Harbour IT",
    Domain: "harbour.example",
    Asked: "2026-11-23T08:15:00.000Z",
  };
  const bodies: unknown[] = [];
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "admin" })),
    "GET /api/operator/provider-domains": succeeded({ Items: [item] }),
    "POST /api/operator/provider-domains/approve": ({ body }) => {
      bodies.push(JSON.parse(body ?? ""));
      return succeeded({});
    },
  });
  const { screen } = await renderApp("/operator/sign-in-providers?tab=claimed");
  await screen.getByRole("button", { name: "Approve harbour.example" }).click();
  await screen.getByLabelText("Reason").fill("Seen on paper, ticket 4711");
  await screen.getByRole("button", { name: "Approve domain" }).click();
  await expect
    .poll(() => bodies)
    .toEqual([{ CompanyId: item.CompanyId, Domain: item.Domain, Reason: "Seen on paper, ticket 4711" }]);
});

test("a provisioning token is shown once, and revoked", async () => {
  let held = [
    {
      Id: "019a0000-0000-7000-8000-0000000000c1",
      Hint: "scim_x3Jk2Yw9Q",
      MadeBy: "Robin Tester",
      Made: "2026-11-23T08:00:00.000Z",
      Expires: "2027-11-23T08:00:00.000Z",
      LastUsed: null,
    },
  ];
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    [`GET ${api}`]: succeeded(settingsOf()),
    "GET /api/settings/provisioning-tokens": () =>
      succeeded({ Address: "https://portal.example.com/scim/v2", Items: held }),
    "POST /api/settings/provisioning-tokens": succeeded({ Token: "scim_x3Jk2Yw9Qthe-whole-token" }),
    "DELETE /api/settings/provisioning-tokens/019a0000-0000-7000-8000-0000000000c1": () => {
      held = [];
      return succeeded({});
    },
  });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText(/Made by Robin Tester, until 23\/11\/2027 · never used/)).toBeVisible();
  await screen.getByRole("button", { name: "Make a token" }).click();
  await expect.element(screen.getByText("scim_x3Jk2Yw9Qthe-whole-token")).toBeVisible();
  await screen.getByRole("button", { name: "Revoke scim_x3Jk2Yw9Q" }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect.element(screen.getByText("The token scim_x3Jk2Yw9Q… was revoked")).toBeVisible();
  await expect.element(screen.getByText(/Made by Robin Tester/)).not.toBeInTheDocument();
  await expect.element(screen.getByText(/only time that the token is shown/)).not.toBeInTheDocument();
});

test.each(widths)(
  "who lacks a role of an owner reads the settings, who may change them, and finds nothing to fill in, at %i px",
  async (width) => {
    await page.viewport(width, 900);
    fakeApi({
      "GET /api/session": succeeded(sessionOf()),
      ...tokens,
      [`GET ${api}`]: succeeded(settingsOf({ MayChange: false })),
    });
    const { screen } = await renderApp(address);
    await expect.element(screen.getByText(/^Only somebody who holds every role of your company/)).toBeVisible();
    await expect.element(screen.getByText("Issuer", { exact: true })).toBeVisible();
    expect(screen.getByRole("textbox").elements()).toEqual([]);
    await expect.element(screen.getByText("No tokens yet.")).toBeVisible();
    for (const name of [/^Save/, /^Remove/, /^Switch/, /^Test/, /^Add domain/, /^Make a token/, /^Look for/])
      expect(screen.getByRole("button", { name }).elements()).toEqual([]);
    expect(await faults()).toEqual([]);
  },
);
