import { createChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { afterEach, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { faults } from "../test/axe.ts";
import { fakeApi, succeeded } from "../test/fake-api.ts";
import { SignedOut } from "./signed-out.tsx";

const here = location.href;
afterEach(() => {
  history.replaceState(null, "", here);
  sessionStorage.clear();
});

const challenge = () =>
  createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: 10,
    expiresAt: new Date(Date.now() + 300_000),
    counter: 20,
    data: { weight: 1 },
    deriveKey,
    hmacSignatureSecret: "a",
    hmacKeySignatureSecret: "b",
  });

async function open(refusal: object) {
  const sent = fakeApi({
    "POST /api/auth/link-account": { status: 400, body: refusal },
    "GET /api/auth/robot-challenge": async () => succeeded(await challenge()),
  });
  sessionStorage.setItem("adToken", "ticket-1");
  history.replaceState(null, "", "/link-account");
  const screen = await render(<SignedOut />);
  const attempts = () => sent.filter(({ path }) => path === "/api/auth/link-account");
  const attempt = async () => {
    const before = attempts().length;
    await screen.getByRole("textbox", { name: "Username" }).fill("robin@harbour.example");
    await screen.getByLabelText("Password", { exact: true }).fill("wrong");
    await screen.getByRole("button", { name: "Link account" }).click();
    await expect.poll(() => attempts().length).toBe(before + 1);
    await expect.element(screen.getByRole("button", { name: "Link account" })).toBeEnabled();
  };
  return { screen, attempts, attempt, tick: screen.getByRole("checkbox", { name: /not a robot/ }) };
}
const wrong = { Message: "The supplied details are incorrect" };

test("AUTH-88 link account shows the robot check after three failures, and sends nothing until it is ticked", async () => {
  const { screen, attempts, attempt, tick } = await open(wrong);
  await attempt();
  await attempt();
  expect(tick.elements()).toHaveLength(0);
  await attempt();
  await expect.element(tick).toBeVisible();
  expect(await faults()).toEqual([]);

  await screen.getByRole("button", { name: "Link account" }).click();
  await expect.element(screen.getByText("This is required")).toBeVisible();
  expect(attempts()).toHaveLength(3);
  await tick.click();
  await expect.element(tick).toHaveAttribute("aria-busy", "false");
  await attempt();
  expect(new URLSearchParams(attempts()[3]!.body).get("altcha")).toBeTruthy();
  // A proof is valid for one attempt.
  await expect.element(tick).not.toBeChecked();
});

test("AUTH-88 link account shows the robot check as soon as the server asks for it", async () => {
  const { screen, attempt, tick } = await open({
    Message: "Please confirm that you are not a robot.",
    error: "robot_required",
    error_description: "Please confirm that you are not a robot.",
  });
  await attempt();
  await expect.element(tick).toBeVisible();
  await expect.element(screen.getByText("Please confirm that you are not a robot.")).toBeVisible();
});
