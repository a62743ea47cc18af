import { expect, test } from "vitest";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { keepHere } from "../../test/leaving.ts";
import { takeOver } from "../../platform/hand-off.ts";
import { takeDeliveredSession } from "../../platform/tokens.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const address = "/account-setting/change-password";
const name = "reseller@harbour.example";
const good = "Juniper-Ferry-8841";
const Rules = [{ Type: "MinimumScore", Score: 3, Message: "Hard to guess" }];

async function open(kind: "reseller" | "endUser", answer: ReturnType<typeof refused>) {
  const session = sessionOf({ kind });
  // Use the same name everywhere: a page reloads when its person changes.
  session.User.userName = name;
  const type = kind === "endUser" ? "customeruser" : "admin";
  const sent = fakeApi({
    "GET /api/session": succeeded(session),
    "GET /api/auth/passwords/validation-rules": succeeded({ Rules }),
    [`PUT /api/auth/passwords/${type}/${encodeURIComponent(name)}`]: answer,
  });
  const { screen } = await renderApp(address);
  await screen.getByLabelText("Current password", { exact: true }).fill("old one");
  await screen.getByLabelText("New password", { exact: true }).fill(good);
  await expect.element(screen.getByText("strong", { exact: true })).toBeVisible();
  await screen.getByRole("button", { name: "Change password" }).click();
  await expect.element(screen.getByRole("alert")).toBeVisible();
  return { screen, change: sent.find((line) => line.method === "PUT")! };
}

test("AUTH-102 AUTH-109 people change their own password with the token; a wrong current one ends no session", async () => {
  const { screen, change } = await open("reseller", refused(401, "currentPasswordIncorrect", "x"));
  await expect.poll(() => screen.getByRole("alert").element().textContent).toBe("Current password was incorrect.");
  expect(change.headers.get("authorization")).toBe("Bearer access");
  expect(JSON.parse(change.body)).toEqual({ oldPassword: "old one", newPassword: good });
  await expect.element(screen.getByRole("heading", { level: 1, name: "Change password" })).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("a changed password is confirmed on the sign-in page", async () => {
  const wanted = keepHere();
  const user = "reseller%40harbour.example";
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "reseller" })),
    "GET /api/auth/passwords/validation-rules": succeeded({ Rules }),
    [`PUT /api/auth/passwords/admin/${user}`]: succeeded({}),
  });
  const { screen } = await renderApp(address);
  await screen.getByLabelText("Current password", { exact: true }).fill("old one");
  await screen.getByLabelText("New password", { exact: true }).fill(good);
  await expect.element(screen.getByText("strong", { exact: true })).toBeVisible();
  await screen.getByRole("button", { name: "Change password" }).click();
  await expect.poll(() => wanted).toEqual(["/login"]);
  expect(takeOver("passwordChanged")).toBeDefined();
  sessionStorage.clear();
  // The page stays here, and what it still asks for comes with a session that the next test would begin with.
  await takeDeliveredSession();
});

test("AUTH-101 the path of an end user says customeruser", async () => {
  const { change } = await open("endUser", refused(400, "passwordNotAllowed", "x"));
  expect(change.path).toBe("/api/auth/passwords/customeruser/reseller%40harbour.example");
});

test.each([
  {
    who: "people without a password",
    changes: { SignIn: { HasPassword: false, ByProvider: true } },
    told: "You have no password here",
  },
  {
    who: "staff on a visit",
    changes: { JumpedBy: "Olive Operator" },
    told: "Only Hannah Reid can change this password",
  },
])("$who are told so instead of asked for one", async ({ changes, told }) => {
  const sent = fakeApi({ "GET /api/session": succeeded({ ...sessionOf(), ...changes }) });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText(told)).toBeVisible();
  expect(screen.getByLabelText("New password", { exact: true }).elements()).toHaveLength(0);
  expect(sent.filter(({ path }) => path.startsWith("/api/auth/passwords"))).toEqual([]);
});
