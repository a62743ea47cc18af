import type { UserRoles } from "@tradewind/contract/access/roles.ts";
import { mixes, roleNames, rolesOf, typesOf, type Role } from "@tradewind/domain/access/roles.ts";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { isView } from "@tradewind/domain/access/roles.ts";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { jamie } from "../../test/samples.ts";
import { sessionOf } from "../../test/sessions.ts";
import { widths } from "../../test/widths.ts";

const id = jamie.Id;
const path = `/api/users/${id}/roles`;
const editor = `/account-setting/manage-access/${id}/rolesEditor`;

const rolesAs = (held: readonly Role[], changes: Partial<UserRoles> = {}): UserRoles => ({
  Id: id,
  Name: "Jamie Okonkwo",
  Kind: "engineer",
  CustomerId: null,
  CustomerName: null,
  RolesList: rolesOf("engineer").map((role) => ({ Id: role, Name: roleNames[role], IsView: isView(role) })),
  PredefinedTypes: typesOf("engineer").map((type) => ({
    Id: type,
    Name: mixes[type].name,
    About: mixes[type].about,
    Roles: [...mixes[type].roles],
    MayGive: true,
  })),
  AvailableRoles: rolesOf("engineer").filter((role) => !held.includes(role)),
  UserRoles: [...held],
  Type: null,
  MayMove: [...rolesOf("engineer")],
  ...changes,
});
const serve = (answer: UserRoles, more: Parameters<typeof fakeApi>[0] = {}) => {
  let kept = answer;
  return fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    [`GET ${path}`]: () => succeeded(kept),
    [`PUT ${path}`]: ({ body }) => {
      kept = rolesAs((JSON.parse(body) as { UserRoles: Role[] }).UserRoles);
      return succeeded(kept);
    },
    ...more,
  });
};
const bodies = (sent: ReturnType<typeof fakeApi>) =>
  sent
    .filter(({ method }) => method === "PUT")
    .map(({ body }) => JSON.parse(body) as { Seen: Role[]; UserRoles: Role[] });
const lists = (screen: Awaited<ReturnType<typeof renderApp>>["screen"]) => ({
  available: screen.getByRole("region", { name: /^Available roles/ }),
  theirs: screen.getByRole("region", { name: /^Their roles/ }),
});

beforeEach(() => page.viewport(1440, 900));

test.each(widths)("ACL-52 the four are there at %i px, and nothing is at fault", async (width) => {
  await page.viewport(width, 900);
  serve(rolesAs(mixes.technical.roles));
  const { screen } = await renderApp(editor);
  await expect.element(screen.getByRole("heading", { level: 1, name: "Roles of Jamie Okonkwo" })).toBeVisible();
  await expect.element(screen.getByRole("radio", { name: /^Technical/ })).toBeChecked();
  await expect.element(lists(screen).available.getByRole("button", { name: /^Add Billing/ })).toBeVisible();
  await expect.element(lists(screen).theirs.getByRole("button", { name: /^Remove Customers/ })).toBeVisible();
  await expect.element(screen.getByText("the dashboard", { exact: true })).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("ACL-46 ACL-52 a role moves by a click, is saved with what was seen, and is still there after a reload", async () => {
  const sent = serve(rolesAs(["home", "support"]));
  const { screen } = await renderApp(editor);
  await lists(screen)
    .available.getByRole("button", { name: /^Add Billing/ })
    .click();
  await expect.element(lists(screen).theirs.getByRole("button", { name: /^Remove Billing/ })).toBeVisible();
  await expect.element(screen.getByText("Added when you save")).toBeVisible();
  await screen.getByRole("button", { name: "Save roles" }).click();
  await expect.element(screen.getByText("The roles of Jamie Okonkwo were saved")).toBeVisible();
  expect(bodies(sent)).toEqual([{ Seen: ["home", "support"], UserRoles: ["home", "support", "billing"] }]);
  await screen.unmount();
  const again = await renderApp(editor);
  await expect.element(lists(again.screen).theirs.getByRole("button", { name: /^Remove Billing/ })).toBeVisible();
});

test("ACL-52 by keyboard alone: arrows within a list, Enter moves, the next one is reached and it is read out", async () => {
  serve(rolesAs(["home"]));
  const { screen } = await renderApp(editor);
  const first = lists(screen).available.getByRole("button", { name: /^Add Customers/ });
  await expect.element(first).toBeVisible();
  (first.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(lists(screen).available.getByRole("button", { name: /^Add Services/ })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(lists(screen).theirs.getByRole("button", { name: /^Remove Services/ })).toBeVisible();
  await expect.element(lists(screen).available.getByRole("button", { name: /^Add Marketplace/ })).toHaveFocus();
  await expect.element(screen.getByText("Services given")).toBeInTheDocument();
});

test("ACL-52 a predefined type sets the held roles at once; any other choice is custom roles", async () => {
  const sent = serve(rolesAs(["home"]));
  const { screen } = await renderApp(editor);
  await expect.element(screen.getByRole("radio", { name: /^Custom roles/ })).toBeChecked();
  await screen.getByRole("radio", { name: /^Finance/ }).click();
  await expect.element(lists(screen).theirs.getByRole("button", { name: /^Remove PSA/ })).toBeVisible();
  await lists(screen)
    .theirs.getByRole("button", { name: /^Remove PSA/ })
    .click();
  await expect.element(screen.getByRole("radio", { name: /^Custom roles/ })).toBeChecked();
  await screen.getByRole("radio", { name: /^Finance/ }).click();
  await screen.getByRole("button", { name: "Save roles" }).click();
  await expect.poll(() => bodies(sent).at(-1)?.UserRoles.toSorted()).toEqual([...mixes.finance.roles].toSorted());
});

test("a warning shows before saving roles without a landing page", async () => {
  serve(rolesAs(["home", "settings"]));
  const { screen } = await renderApp(editor);
  await lists(screen)
    .theirs.getByRole("button", { name: /^Remove Dashboard/ })
    .click();
  await expect.element(screen.getByText("They would have no start page")).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("roles the caller does not hold cannot be moved; a caller without rights only sees them", async () => {
  serve(rolesAs(["home", "billing"], { MayMove: ["home", "customers"] }));
  const { screen } = await renderApp(editor);
  await expect
    .element(lists(screen).theirs.getByRole("button", { name: /^Billing/ }))
    .toHaveAttribute("aria-disabled", "true");
  await lists(screen)
    .theirs.getByRole("button", { name: /^Billing/ })
    .click({ force: true });
  await expect.element(screen.getByRole("button", { name: "Save roles" })).toBeDisabled();
  await screen.unmount();
  serve(rolesAs(["home"], { MayMove: [] }));
  const looking = await renderApp(editor);
  await expect.element(looking.screen.getByText("You can look at these roles, but not change them")).toBeVisible();
  expect(looking.screen.getByRole("button", { name: "Save roles" }).elements()).toEqual([]);
});

test("a concurrent change is shown before anything is overwritten", async () => {
  let answer = rolesAs(["home"]);
  serve(answer, {
    [`GET ${path}`]: () => succeeded(answer),
    [`PUT ${path}`]: refused(409, "conflict", "This was changed in the meantime. Please reload and try again."),
  });
  const { screen } = await renderApp(editor);
  await lists(screen)
    .available.getByRole("button", { name: /^Add Billing/ })
    .click();
  answer = rolesAs(["home", "pSA"]);
  await screen.getByRole("button", { name: "Save roles" }).click();
  await expect.element(screen.getByText("Somebody else has changed these roles in the meantime")).toBeVisible();
  await screen.getByRole("button", { name: "Show their changes" }).click();
  await expect.element(lists(screen).theirs.getByRole("button", { name: /^Remove PSA/ })).toBeVisible();
  await expect.element(lists(screen).available.getByRole("button", { name: /^Add Billing/ })).toBeVisible();
});

test("ACL-47 the same editor opens for a session of single sign-on, whose links lead to its own address", async () => {
  localStorage.setItem("ssoSession", "sso");
  serve(rolesAs(["home"]), {
    "GET /api/users": succeeded({ Items: [], Next: null }),
    [`GET /api/users/${id}`]: succeeded({ ...jamie, May: ["editRoles"] }),
  });
  const { screen, router } = await renderApp(`/account-setting/manage-access/${id}`);
  await screen.getByRole("link", { name: "Edit roles" }).click();
  await expect.poll(() => router.state.location.pathname).toBe(`/sso-account-setting/manage-access/${id}/rolesEditor`);
  await expect.element(screen.getByRole("heading", { level: 1, name: "Roles of Jamie Okonkwo" })).toBeVisible();
  localStorage.removeItem("ssoSession");
});

test.each([
  ["Technical", mixes.technical.roles, "Technical · Customers, their people, services and support. No billing."],
  ["a mix", ["home", "billing"], "Custom roles · 2 of 22 roles"],
] as const)("ACL-52 a person's page says what they are by their roles: %s", async (_what, held, words) => {
  const person = { ...jamie, May: ["editRoles"] };
  const Type = _what === "Technical" ? "technical" : null;
  serve(rolesAs(held, { Type }), { [`GET /api/users/${id}`]: succeeded(person) });
  const { screen } = await renderApp(`/account-setting/manage-access/${id}`);
  await expect.element(screen.getByText(words)).toBeVisible();
});

test("an unknown person and a missing right each show a message", async () => {
  serve(rolesAs([]), { [`GET ${path}`]: refused(404, "notFound", "We could not find this.") });
  const { screen } = await renderApp(editor);
  await expect.element(screen.getByText("We could not find this.")).toBeVisible();
  await screen.unmount();
  fakeApi({ "GET /api/session": succeeded(sessionOf({ views: ["home"], permissions: [] })) });
  const { router } = await renderApp(editor);
  await expect.poll(() => router.state.location.pathname).toBe("/access-denied");
});
