import type { User } from "@tradewind/contract/access/users.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { widths } from "../../test/widths.ts";

type Handlers = Parameters<typeof fakeApi>[0];
const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const acme = idOf(900);
const userOf = (number: number, changes: Partial<User> = {}): User => ({
  Id: idOf(number),
  Name: `Person ${number}`,
  UserName: `person-${number}@harbour.example`,
  Email: `person-${number}@harbour.example`,
  Telephone: null,
  JobTitle: "Support engineer",
  Kind: "engineer",
  CustomerId: null,
  CustomerName: null,
  LastSignedIn: "2026-05-20T10:00:00.000Z",
  MfaOn: true,
  MfaRequired: false,
  HasPassword: true,
  MustReset: false,
  State: "Active",
  IsSelf: false,
  Portals: [],
  May: ["mailReset", "requireReset", "givePassword", "verifyCode", "resetMfa", "endSessions", "suspend"],
  ...changes,
});
const jamie = userOf(1, { Name: "Jamie Okonkwo" });
const me = userOf(2, { Name: "Hannah Reid", Kind: "reseller", IsSelf: true, MfaOn: false, May: [] });
const invitation = {
  Id: idOf(50),
  Name: "Jo Lane",
  Kind: "engineer",
  CustomerId: null,
  CustomerName: null,
  InvitedBy: "Hannah Reid",
  MayChange: true,
  Email: "jo@harbour.example",
  State: "Waiting",
  SentAt: "2026-05-20T10:00:00.000Z",
  ExpiresAt: "2026-05-27T10:00:00.000Z",
  AcceptedAt: null,
};
const serve = (more: Handlers = {}, session: Parameters<typeof sessionOf>[0] = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf(session)),
    "GET /api/users": succeeded({ Items: [jamie, me], Next: null }),
    [`GET /api/users/${jamie.Id}`]: succeeded(jamie),
    "GET /api/invitations": succeeded({ Items: [], Next: null }),
    ...more,
  });
const manage = "/account-setting/manage-access";
const person = `${manage}/${jamie.Id}`;
const sentTo = (sent: ReturnType<typeof fakeApi>, path: string) =>
  sent
    .filter((line) => line.path === path && line.method !== "GET")
    .map(({ body }) => (body ? JSON.parse(body) : null));

test.each(widths)("ACL-44 the people of the company are listed at %i px", async (width) => {
  await page.viewport(width, 900);
  serve();
  const { screen } = await renderApp(`${manage}?tab=engineer`);
  await expect.element(screen.getByRole("link", { name: "Jamie Okonkwo" })).toBeVisible();
  await expect.element(screen.getByText("(you)")).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("ACL-38 search, sort and tab go to the server and into the address; the tab chooses whose people", async () => {
  await page.viewport(1440, 900);
  const sent = serve();
  const { screen, router } = await renderApp(`${manage}?tab=engineer`);
  const asked = () => sent.findLast(({ path }) => path === "/api/users")?.query.toString();
  await screen.getByRole("searchbox", { name: "Search name, username or address" }).fill("jamie");
  await expect.poll(asked).toBe("Of=staff&Search=jamie&Sort=name");
  await screen.getByRole("button", { name: "Last signed in" }).click();
  await expect.poll(() => router.state.location.href).toBe(`${manage}?tab=engineer&search=jamie&sort=lastSignedIn`);
  await screen.getByRole("tab", { name: "Customers’ people" }).click();
  await expect.poll(asked).toBe("Of=customers&Sort=lastSignedIn");
  await expect.element(screen.getByRole("columnheader", { name: "Customer" })).toBeVisible();
});

test("no match, an empty list and a failed list each show a message", async () => {
  serve({ "GET /api/users": succeeded({ Items: [], Next: null }) });
  const { screen } = await renderApp(manage);
  await expect.element(screen.getByText("No users yet")).toBeVisible();
  await screen.getByRole("searchbox").fill("x");
  await expect.element(screen.getByText("No people found")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.unmount();
  serve({ "GET /api/users": refused(400, "invalidRequest", "It cannot be listed.") });
  const failing = await renderApp(manage);
  await expect.element(failing.screen.getByText("It cannot be listed.")).toBeVisible();
});

test("ACL-45 a person opens from the list, with the actions that the server allows", async () => {
  serve();
  const { screen, router } = await renderApp(manage);
  await screen.getByRole("link", { name: "Jamie Okonkwo" }).click();
  await expect.poll(() => router.state.location.pathname).toBe(person);
  await expect.element(screen.getByRole("heading", { level: 1, name: "Jamie Okonkwo" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Suspend" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Reactivate" }).elements()).toHaveLength(0);
  expect(await faults()).toEqual([]);
});

test.each([
  ["Send a password reset email", "Send email", `/api/auth/passwords/users/${jamie.Id}/reset-requests`],
  ["Require a new password", "Require new password", `/api/users/${jamie.Id}/require-reset`],
  ["End all sessions", "End sessions", `/api/users/${jamie.Id}/end-sessions`],
  ["Suspend", "Suspend", `/api/users/${jamie.Id}/suspend`],
])("AUTH-107 %s asks first, and then does it", async (label, verb, path) => {
  const sent = serve({ [`POST ${path}`]: succeeded({ Ended: 1 }) });
  const { screen } = await renderApp(person);
  await screen.getByRole("button", { name: label, exact: true }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog).toBeVisible();
  expect(sentTo(sent, path)).toEqual([]);
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: verb, exact: true }).click();
  await expect.poll(() => sentTo(sent, path)).toEqual([null]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test("AUTH-104 AUTH-105 a generated password is set with the caller's own, whose fault ends no session", async () => {
  let answer = refused(401, "currentPasswordIncorrect", "Current password was incorrect.");
  const path = `/api/auth/passwords/users/${jamie.Id}/reset`;
  const sent = serve({
    "POST /api/auth/passwords/generate": succeeded({ Password: "Generated-Word-7731" }),
    [`PUT ${path}`]: () => answer,
  });
  const { screen } = await renderApp(person);
  await screen.getByRole("button", { name: "Generate a password" }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog.getByText("Generated-Word-7731")).toBeVisible();
  await dialog.getByLabelText("Your own password", { exact: true }).fill("wrong");
  await dialog.getByRole("button", { name: "Set password" }).click();
  await expect.element(dialog.getByText("Current password was incorrect.")).toBeVisible();
  expect(await faults()).toEqual([]);
  answer = succeeded({});
  await dialog.getByLabelText("Your own password", { exact: true }).fill("right");
  await dialog.getByRole("button", { name: "Set password" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sentTo(sent, path)).toEqual([
    { oldPassword: "wrong", newPassword: "Generated-Word-7731" },
    { oldPassword: "right", newPassword: "Generated-Word-7731" },
  ]);
});

test("MFA-14 MFA-30 a user's second factor is reset once the caller has shown who they are", async () => {
  const sent = serve({
    "POST /api/auth/mfa/verify-user": succeeded({ IsVerified: true, IsEnabled: false }),
    [`PUT /api/auth/mfa/users/${jamie.Id}/disable`]: succeeded({}),
  });
  const { screen } = await renderApp(person);
  await screen.getByRole("button", { name: "Reset multi-factor authentication" }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog.getByText(/Their app and all their passkeys are removed/)).toBeVisible();
  await dialog.getByLabelText("Your password", { exact: true }).fill("Copper-Lantern-42");
  await dialog.getByRole("button", { name: "Reset", exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const order = sent.filter(({ method, path }) => method !== "GET" && path.includes("/mfa/")).map(({ path }) => path);
  expect(order).toEqual(["/api/auth/mfa/verify-user", `/api/auth/mfa/users/${jamie.Id}/disable`]);
});

test("AUTH-108 a reset at the provider is asked for without a body", async () => {
  const reset = `/api/auth/passwords/users/${jamie.Id}/sso-reset`;
  const sent = serve({
    [`GET /api/users/${jamie.Id}`]: succeeded({ ...jamie, HasPassword: false, May: ["askProvider"] }),
    [`POST ${reset}`]: succeeded({}),
  });
  const { screen } = await renderApp(person);
  await screen.getByRole("button", { name: "Ask to renew the password" }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "Ask by email" }).click();
  await expect.poll(() => sent.find(({ path }) => path === reset)?.body).toBe("");
});

test("a code read out is checked: a wrong one says so, a right one says who it is", async () => {
  let answer = refused(422, "mfaCodeWrong", "x", { Token: "MFA.CONFIGURE.ERROR_MESSAGE_MAIN" });
  const path = `/api/users/${jamie.Id}/verify-code`;
  const sent = serve({ [`POST ${path}`]: () => answer });
  const { screen } = await renderApp(person);
  await screen.getByRole("button", { name: "Verify a code" }).click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("textbox").fill("123456");
  await dialog.getByRole("button", { name: "Verify", exact: true }).click();
  await expect.element(dialog.getByRole("alert")).toBeVisible();
  answer = succeeded({ IsVerified: true });
  await dialog.getByRole("textbox").fill("654321");
  await dialog.getByRole("button", { name: "Verify", exact: true }).click();
  await expect.element(dialog.getByText("It is Jamie Okonkwo")).toBeVisible();
  expect(await faults()).toEqual([]);
  expect(sentTo(sent, path)).toEqual([{ Token: "123456" }, { Token: "654321" }]);
});

test("the caller, and people out of reach, are shown without actions", async () => {
  serve({
    [`GET /api/users/${me.Id}`]: succeeded(me),
    [`GET /api/users/${idOf(3)}`]: succeeded(userOf(3, { May: [] })),
  });
  const { screen } = await renderApp(`${manage}/${me.Id}`);
  await expect.element(screen.getByText("This is you.", { exact: false })).toBeVisible();
  await screen.unmount();
  const other = await renderApp(`${manage}/${idOf(3)}`);
  await expect.element(other.screen.getByText(/Your role does not let you change/)).toBeVisible();
});

test("invitations show above the list and can be resent or withdrawn", async () => {
  const at = `/api/invitations/${invitation.Id}`;
  const sent = serve({
    "GET /api/invitations": succeeded({ Items: [invitation], Next: null }),
    [`POST ${at}/resend`]: succeeded({}),
    [`POST ${at}/withdraw`]: succeeded({}),
  });
  const { screen } = await renderApp(manage);
  await expect.element(screen.getByText(/the link is valid until 27\/05\/2026/)).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Resend" }).click();
  await expect.poll(() => sentTo(sent, `${at}/resend`)).toHaveLength(1);
  await screen.getByRole("button", { name: "Withdraw" }).click();
  await screen.getByRole("button", { name: "Withdraw invitation" }).click();
  await expect.poll(() => sentTo(sent, `${at}/withdraw`)).toHaveLength(1);
});

test("of many invitations the next page is shown when asked for", async () => {
  const later = { ...invitation, Id: idOf(49), Name: "Kim Moss", Email: "kim@harbour.example", State: "Expired" };
  const sent = serve({
    "GET /api/invitations": ({ query }) =>
      query.get("After") === "second"
        ? succeeded({ Items: [later], Next: null })
        : succeeded({ Items: [invitation], Next: "second" }),
  });
  const { screen } = await renderApp(manage);
  await expect.element(screen.getByText("Jo Lane")).toBeVisible();
  await screen.getByRole("button", { name: "Show more invitations" }).click();
  await expect.element(screen.getByText("Kim Moss")).toBeVisible();
  await expect.element(screen.getByText("Jo Lane")).toBeVisible();
  expect(screen.getByRole("button", { name: "Show more invitations" }).elements()).toHaveLength(0);
  expect(sent.filter(({ path }) => path === "/api/invitations").map(({ query }) => query.get("After"))).toEqual([
    null,
    "second",
  ]);
  expect(await faults()).toEqual([]);
});

test("ACL-50 SHELL-30 an engineer is invited by email; a taken address is named on its field", async () => {
  let answer = refused(409, "userNameTaken", "x", { Email: "Somebody already signs in with this address" });
  const sent = serve({ "POST /api/invitations": () => answer });
  const { screen, router } = await renderApp(`${manage}?tab=engineer`);
  await screen.getByRole("link", { name: "Invite a colleague" }).click();
  await expect.poll(() => router.state.location.pathname).toBe(`${manage}/add-engineer/Engineer`);
  await screen.getByRole("button", { name: "Send invitation" }).click();
  await expect.element(screen.getByText("First name is required")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByLabelText("First name").fill("Jo");
  await screen.getByRole("textbox", { name: "Last name optional" }).fill("Lane");
  await screen.getByLabelText("Email address").fill("jo@harbour.example");
  await screen.getByRole("button", { name: "Send invitation" }).click();
  await expect.element(screen.getByText("Somebody already signs in with this address")).toBeVisible();
  answer = succeeded({ Id: idOf(51) });
  await screen.getByRole("button", { name: "Send invitation" }).click();
  await expect.poll(() => router.state.location.href).toBe(`${manage}?tab=engineer`);
  expect(sentTo(sent, "/api/invitations").at(-1)).toEqual({
    Kind: "engineer",
    Role: "technical",
    FirstName: "Jo",
    LastName: "Lane",
    Email: "jo@harbour.example",
  });
});

test("a colleague is invited for certain customers, of which one at least is chosen", async () => {
  const sent = serve({
    "POST /api/invitations": succeeded({ Id: idOf(51) }),
    "GET /api/customers/suggestions": succeeded({ Items: [{ Id: idOf(900), Name: "Acme Dental", Status: "Active" }] }),
  });
  const { screen } = await renderApp(`${manage}/add-engineer/Engineer`);
  await screen.getByLabelText("First name").fill("Jo");
  await screen.getByLabelText("Email address").fill("jo@harbour.example");
  await screen.getByRole("radio", { name: /^Only these/ }).click();
  await screen.getByRole("button", { name: "Send invitation" }).click();
  await expect.element(screen.getByText("Choose at least one customer")).toBeVisible();
  await screen.getByRole("combobox", { name: "Add a customer" }).fill("acme");
  await screen.getByRole("option", { name: /Acme Dental/ }).click();
  await screen.getByRole("button", { name: "Send invitation" }).click();
  await expect.poll(() => sentTo(sent, "/api/invitations").at(-1)).toMatchObject({ CustomerIds: [idOf(900)] });
});

test("ACL-49 a customer admin is invited for a customer that is chosen, or given", async () => {
  const sent = serve({
    "GET /api/customers/suggestions": succeeded({ Items: [{ Id: acme, Name: "Acme Dental", Status: "Active" }] }),
    "POST /api/invitations": succeeded({ Id: idOf(51) }),
  });
  const { screen } = await renderApp(`${manage}/add-customer-admin/EndUserAdmin`);
  await screen.getByLabelText("First name").fill("Jo");
  await screen.getByRole("textbox", { name: "Last name optional" }).fill("Lane");
  await screen.getByLabelText("Email address").fill("jo@acme.example");
  await screen.getByRole("button", { name: "Send invitation" }).click();
  await expect.element(screen.getByText("Customer is required")).toBeVisible();
  await screen.getByRole("combobox", { name: "Customer" }).click();
  await screen.getByRole("option", { name: "Acme Dental" }).click();
  await screen.getByRole("button", { name: "Send invitation" }).click();
  await expect
    .poll(() => sentTo(sent, "/api/invitations"))
    .toEqual([
      {
        Kind: "endUserAdmin",
        Role: "admin",
        FirstName: "Jo",
        LastName: "Lane",
        Email: "jo@acme.example",
        CustomerId: acme,
      },
    ]);
});

test("ACL-52 the predefined roles that the inviter holds whole are offered, and the chosen one is sent", async () => {
  const sent = serve({
    "GET /api/agreements/can-agree": succeeded({ CanAgree: false }),
    "POST /api/invitations": succeeded({ Id: idOf(51) }),
  });
  const { screen } = await renderApp(`${manage}/add-engineer/Engineer`);
  await screen.getByRole("radio", { name: /^Finance/ }).click();
  expect(screen.getByRole("radio", { name: /^Owner/ }).elements()).toEqual([]);
  await screen.getByLabelText("First name").fill("Jo");
  await screen.getByRole("textbox", { name: "Last name optional" }).fill("Lane");
  await screen.getByLabelText("Email address").fill("jo@harbour.example");
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Send invitation" }).click();
  await expect.poll(() => sentTo(sent, "/api/invitations").at(-1)).toMatchObject({ Kind: "engineer", Role: "finance" });
});

test("ACL-33 SHELL-20 a customer admin invites to their own customer, without being asked which", async () => {
  serve({}, { kind: "endUserAdmin" });
  const { screen } = await renderApp(`${manage}/add-customer-admin/EndUserAdmin`);
  await expect.element(screen.getByLabelText("First name")).toBeVisible();
  expect(screen.getByRole("combobox").elements()).toHaveLength(0);
});

test.each([
  ["engineer", [`${manage}/add-engineer/Engineer`, "createResellerEngineer"]],
  ["reseller", [`${manage}/add-customer-admin/EndUserAdmin`, "createCustomerAdmin"]],
] as const)("ACL-49 ACL-50 as %s without the permission %j is refused", async (kind, [address, permission]) => {
  serve({}, { kind, permissions: permission === "createCustomerAdmin" ? ["createResellerEngineer"] : [] });
  const { router } = await renderApp(address);
  await expect.poll(() => router.state.location.pathname).toBe("/access-denied");
});

test("ACL-51 people can open their own profile, whatever they may manage", async () => {
  serve({}, { kind: "engineer", views: ["home"], permissions: [] });
  const { screen } = await renderApp(`${manage}/my-profile`);
  await expect.element(screen.getByRole("heading", { level: 1, name: "My profile" })).toBeVisible();
  await expect.element(screen.getByText("engineer@harbour.example").first()).toBeVisible();
  expect(await faults()).toEqual([]);
});
