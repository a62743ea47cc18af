import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { faults } from "../test/axe.ts";
import { fakeApi, refused, succeeded, tokenAnswer } from "../test/fake-api.ts";
import { keepHere } from "../test/leaving.ts";
import { SignedOut } from "./signed-out.tsx";

const here = location.href;
const key = "0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9";
const good = "Juniper-Ferry-8841";
const invitation = {
  Name: "Nora Wind",
  UserName: "nora@northwind.example",
  Company: "Northwind IT",
  InvitedBy: "Tradewind",
  ExpiresAt: "2026-05-27T10:00:00.000Z",
  HasLogin: false,
};
const Rules = [{ Type: "MinimumScore", Score: 3, Message: "Hard to guess" }];
const server = {
  "POST /api/auth/invitations/look": succeeded(invitation),
  "GET /api/auth/passwords/validation-rules": succeeded({ Rules }),
  "POST /api/auth/invitations/accept": succeeded({ UserName: invitation.UserName }),
};

beforeEach(() => {
  fakeApi({});
});
afterEach(() => history.replaceState(null, "", here));

async function open(handlers: Parameters<typeof fakeApi>[0], address = `/invitation/${key}`) {
  const sent = fakeApi(handlers);
  history.replaceState(null, "", address);
  return { sent, screen: await render(<SignedOut />) };
}
async function choose(screen: Awaited<ReturnType<typeof open>>["screen"]) {
  await screen.getByLabelText("New password", { exact: true }).fill(good);
  await expect.element(screen.getByText("strong", { exact: true })).toBeVisible();
  await screen.getByRole("button", { name: "Accept invitation" }).click();
}

test("the link shows who invites to which company, asks for a password and signs in", async () => {
  await page.viewport(390, 900);
  const wanted = keepHere();
  const { sent, screen } = await open({ ...server, "POST /api/auth/token": { body: tokenAnswer() } });
  await expect.element(screen.getByRole("heading", { level: 1, name: "Welcome to Northwind IT" })).toBeVisible();
  expect(location.pathname).toBe("/invitation");
  expect(await faults()).toEqual([]);
  await choose(screen);
  await expect.poll(() => wanted).toEqual(["/"]);
  const bodies = sent.filter(({ path }) => path.includes("/invitations/")).map(({ body }) => JSON.parse(body));
  expect(bodies).toEqual([{ Key: key }, { Key: key, NewPassword: good }]);
  expect(new URLSearchParams(sent.at(-2)!.body).get("username")).toBe(invitation.UserName);
});

test("where sign-in asks for more than the password, it asks", async () => {
  const { screen } = await open({
    ...server,
    "POST /api/auth/token": { status: 400, body: { error: "mfa_config_needed", error_description: "K|data:," } },
  });
  await choose(screen);
  await expect.element(screen.getByRole("heading", { level: 1, name: "Enter your password" })).toBeVisible();
  await expect.element(screen.getByLabelText("Username")).toHaveValue(invitation.UserName);
});

test("an expired link shows a message and leads to sign-in", async () => {
  const { screen } = await open({
    "POST /api/auth/invitations/look": refused(410, "invitationInvalid", "It is over."),
  });
  await expect.element(screen.getByRole("heading", { name: "This invitation is no longer valid" })).toBeVisible();
  await expect.element(screen.getByText("It is over.")).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("when the server does not answer, it can be tried again", async () => {
  const { screen } = await open({ "POST /api/auth/invitations/look": { status: 500, body: {} } });
  await expect.element(screen.getByRole("heading", { name: "The invitation could not be checked" })).toBeVisible();
  fakeApi(server);
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByRole("heading", { name: "Welcome to Northwind IT" })).toBeVisible();
});

test("an address without a key leads to sign-in", async () => {
  await open({}, "/invitation");
  await expect.poll(() => location.pathname).toBe("/login");
});

test("an existing user is asked to sign in and join, not for a password", async () => {
  const known = succeeded({ ...invitation, HasLogin: true });
  const { screen } = await open({ ...server, "POST /api/auth/invitations/look": known });
  const link = screen.getByRole("link", { name: "Sign in and join" });
  await expect.element(link).toHaveAttribute("href", `/join-company/${key}`);
  expect(screen.getByLabelText("New password", { exact: true }).elements()).toEqual([]);
  expect(await faults()).toEqual([]);
});
