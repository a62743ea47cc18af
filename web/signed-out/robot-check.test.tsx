import { createChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { afterEach, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { faults } from "../test/axe.ts";
import { fakeApi, succeeded, type Sent } from "../test/fake-api.ts";
import { SignedOut } from "./signed-out.tsx";

const here = location.href;
afterEach(() => history.replaceState(null, "", here));

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
const wrong = { status: 400, body: { error: "invalid_grant", error_description: "Not that one." } };

async function open(token: Parameters<typeof fakeApi>[0][string] = wrong) {
  const sent = fakeApi({
    "POST /api/auth/token": token,
    "GET /api/auth/robot-challenge": async () => succeeded(await challenge()),
  });
  history.replaceState({ username: "reseller@harbour.example" }, "", "/sign-in");
  const screen = await render(<SignedOut />);
  const tick = screen.getByRole("checkbox", { name: /not a robot/ });
  const tokens = () => sent.filter(({ path }) => path === "/api/auth/token");
  const attempt = async () => {
    const before = tokens().length;
    await screen.getByLabelText("Password", { exact: true }).fill("wrong");
    await screen.getByRole("button", { name: "Sign in" }).click();
    await expect.poll(() => tokens().length).toBe(before + 1);
    await expect.element(screen.getByRole("button", { name: "Sign in" })).toBeEnabled();
  };
  return { screen, tick, tokens, attempt };
}
const proofOf = (sent: Sent | undefined) => new URLSearchParams(sent?.body).get("altcha");

test("AUTH-46 AUTH-47 the robot check is absent after two failures, appears with the third, and nothing is sent until it is ticked", async () => {
  const { screen, tick, tokens, attempt } = await open();
  await attempt();
  await attempt();
  expect(tick.elements()).toHaveLength(0);
  await attempt();
  await expect.element(tick).toBeVisible();
  expect(await faults()).toEqual([]);

  await screen.getByLabelText("Password", { exact: true }).fill("wrong");
  await screen.getByRole("button", { name: "Sign in" }).click();
  await expect.element(screen.getByText("This is required")).toBeVisible();
  expect(tokens()).toHaveLength(3);

  await tick.click();
  await expect.element(tick).toHaveAttribute("aria-busy", "false");
  await attempt();
  const proof = JSON.parse(atob(proofOf(tokens()[3])!)) as { solution: { counter: number } };
  expect(proof.solution.counter).toBe(20);
  // A proof is valid for one attempt.
  await expect.element(tick).not.toBeChecked();
});

test("AUTH-46 the robot check appears as soon as the server asks for it", async () => {
  const { tick, attempt } = await open({
    status: 400,
    body: { error: "robot_required", error_description: "Please confirm that you are not a robot." },
  });
  await attempt();
  await expect.element(tick).toBeVisible();
});
