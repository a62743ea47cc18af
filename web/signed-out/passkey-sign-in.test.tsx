import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { leave } from "../platform/leave.ts";
import { faults } from "../test/axe.ts";
import { fakeApi, refused, succeeded, tokenAnswer } from "../test/fake-api.ts";
import { fakeDevice } from "../test/fake-device.ts";
import { SignedOut } from "./signed-out.tsx";

const here = location.href;
afterEach(() => history.replaceState(null, "", here));
let left: string[];
beforeEach(() => {
  left = [];
  vi.spyOn(leave, "to").mockImplementation((place) => void left.push(place));
});

const options = succeeded({ Options: JSON.stringify({ challenge: "Y2hhbGxlbmdl", rpId: location.hostname }) });
const begun = { "POST /api/auth/passkeys/sign-in-options": options };

async function press(answers: Parameters<typeof fakeApi>[0], address = "/login") {
  const sent = fakeApi(answers);
  history.replaceState(null, "", address);
  const screen = await render(<SignedOut />);
  await screen.getByRole("button", { name: "Sign in with a passkey" }).click();
  return { sent, screen };
}

test("a passkey alone signs in and lands as any other sign-in, where it was wanted", async () => {
  const device = fakeDevice();
  const { sent } = await press(
    { ...begun, "POST /api/auth/token": { body: tokenAnswer() } },
    "/login?return=%2Fbilling",
  );
  await expect.poll(() => left).toEqual(["/?return=%2Fbilling"]);
  expect(device.challenges).toEqual(["challenge"]);
  const form = Object.fromEntries(new URLSearchParams(sent[1]!.body));
  expect(form).toMatchObject({ grant_type: "passkey", client_id: "tradewind-portal" });
  expect(JSON.parse(form["passkey"]!)).toMatchObject({ id: "cGFzc2tleQ", type: "public-key" });
});

test("a refused passkey shows a message and can be tried again", async () => {
  await page.viewport(390, 844);
  fakeDevice();
  const body = { error: "invalid_grant", error_description: "This passkey does not sign you in here." };
  const { screen } = await press({ ...begun, "POST /api/auth/token": { status: 400, body } });
  await expect.element(screen.getByRole("alert")).toHaveTextContent(body.error_description);
  await expect.element(screen.getByRole("button", { name: "Sign in with a passkey" })).toBeEnabled();
  expect(await faults()).toEqual([]);
});

test("cancelling sends and shows nothing; a missing response shows a message", async () => {
  fakeDevice("leave");
  const { sent, screen } = await press(begun);
  await expect.element(screen.getByRole("button", { name: "Sign in with a passkey" })).toBeEnabled();
  expect([sent.length, screen.getByRole("alert").elements().length]).toEqual([1, 0]);
  await screen.unmount();
  const other = await press({
    "POST /api/auth/passkeys/sign-in-options": refused(409, "passkeysNotHere", "Not here."),
  });
  await expect.element(other.screen.getByRole("alert")).toHaveTextContent("Not here.");
});

test("people who must choose a new password first are led there", async () => {
  fakeDevice();
  const body = { error: "reset_required", error_description: "resetrequired|reseller|robin|key" };
  await press({
    ...begun,
    "POST /api/auth/token": { status: 400, body },
    "GET /api/auth/passwords/validation-rules": succeeded({ Rules: [] }),
  });
  await expect.poll(() => location.pathname).toBe("/change-password");
});
