import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { fakeDevice } from "../../test/fake-device.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";

const id = "019a0000-0000-7000-8000-000000000042";
const line = (changes = {}) => ({
  Id: id,
  Name: "Work laptop",
  IsBackedUp: true,
  Host: location.hostname,
  CreatedAt: "2026-05-20T10:00:00.000Z",
  LastUsedAt: null,
  ...changes,
});
const options = succeeded({
  Options: JSON.stringify({
    challenge: "Y2hhbGxlbmdl",
    rp: { id: location.hostname, name: "Tradewind" },
    user: { id: "cm9iaW4", name: "robin", displayName: "Robin" },
    pubKeyCredParams: [{ type: "public-key", alg: -7 }],
  }),
});
const codes = ["AAAAA-BBBBB-CCCCC-DDDDD-EEEEE"];

async function open(items: readonly object[], handlers: Parameters<typeof fakeApi>[0] = {}) {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/auth/mfa/is-enabled": succeeded({
      IsEnabled: false,
      IsRequired: false,
      IsAvailable: true,
      EnabledAt: null,
      RecoveryCodesLeft: 2,
    }),
    "GET /api/auth/passkeys": succeeded({ Items: items }),
    "GET /api/linked-accounts": succeeded({ Items: [], HasPassword: true }),
    "POST /api/auth/passkeys/add-options": options,
    "POST /api/auth/passkeys": succeeded({ Id: id, RecoveryCodes: [] }),
    "POST /api/auth/passkeys/confirm-options": options,
    "POST /api/auth/passkeys/confirm": succeeded({ IsVerified: true }),
    "POST /api/auth/mfa/verify-user": succeeded({ IsVerified: true, IsEnabled: false }),
    [`PUT /api/auth/passkeys/${id}`]: succeeded({}),
    [`DELETE /api/auth/passkeys/${id}`]: succeeded({}),
    ...handlers,
  });
  const { screen } = await renderApp("/account-setting/security");
  await expect.element(screen.getByRole("heading", { name: "Passkeys" })).toBeVisible();
  return { screen, sent };
}

test("no passkeys, some passkeys and a failed list show in light, in dark and on a phone", async () => {
  for (const width of bothEnds) {
    await page.viewport(width, 900);
    const none = await open([]);
    await expect.element(none.screen.getByText("You have no passkeys yet.")).toBeVisible();
    expect(await faults()).toEqual([]);
    await none.screen.unmount();
    const some = await open([line(), line({ Id: id.replace("42", "43"), Name: "Key", Host: "other.example" })]);
    await expect.element(some.screen.getByText(/^For other.example · Added/)).toBeVisible();
    await expect.element(some.screen.getByText("Few recovery codes left")).toBeVisible();
    expect(await faults()).toEqual([]);
    await some.screen.unmount();
  }
  const broken = await open([], { "GET /api/auth/passkeys": refused(500, "unexpected", "Something went wrong.") });
  await expect.element(broken.screen.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("a passkey is named, created after a proof and added; a first factor comes with recovery codes", async () => {
  const device = fakeDevice();
  const answers = [refused(409, "confirmFirst", "Please confirm."), options];
  const { screen, sent } = await open([], {
    "POST /api/auth/passkeys/add-options": () => answers.shift()!,
    "POST /api/auth/passkeys": succeeded({ Id: id, RecoveryCodes: codes }),
  });
  await screen.getByRole("button", { name: "Add a passkey" }).click();
  await expect.element(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Chrome on Linux");
  await screen.getByRole("textbox", { name: "Name" }).fill("Work laptop");
  await screen.getByRole("button", { name: "Continue" }).click();
  await screen.getByLabelText("Your password", { exact: true }).fill("Copper-Lantern-42");
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Continue" }).click();
  await expect.element(screen.getByRole("dialog", { name: "Your recovery codes" })).toBeVisible();
  await expect.element(screen.getByText(codes[0]!)).toBeVisible();
  expect(device.names).toEqual(["robin"]);
  const added = JSON.parse(
    sent.find(({ method, path }) => method === "POST" && path === "/api/auth/passkeys")!.body,
  ) as {
    Name: string;
    Credential: string;
  };
  expect([added.Name, JSON.parse(added.Credential)]).toEqual([
    "Work laptop",
    expect.objectContaining({ id: "cGFzc2tleQ", type: "public-key" }),
  ]);
});

test.each([
  ["leave", undefined],
  ["has", "This device already has a passkey for your account."],
] as const)("a device that says %s adds nothing", async (answer, said) => {
  const device = fakeDevice(answer);
  const { screen, sent } = await open([]);
  await screen.getByRole("button", { name: "Add a passkey" }).click();
  await screen.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => device.challenges).toEqual(["challenge"]);
  await expect.element(screen.getByRole("button", { name: "Continue" })).toBeEnabled();
  if (said) await expect.element(screen.getByRole("alert")).toHaveTextContent(said);
  expect(sent.filter(({ method, path }) => method === "POST" && path === "/api/auth/passkeys")).toEqual([]);
});

test("a passkey is renamed, and removed after a proof by the passkey itself", async () => {
  fakeDevice();
  const { screen, sent } = await open([line()]);
  await screen.getByRole("button", { name: "Rename Work laptop" }).click();
  await screen.getByRole("textbox", { name: "Name" }).fill("Old laptop");
  await screen.getByRole("button", { name: "Rename", exact: true }).click();
  await expect.poll(() => sent.find(({ method }) => method === "PUT")?.body).toBe('{"Name":"Old laptop"}');
  await screen.getByRole("button", { name: "Remove Work laptop" }).click();
  await screen.getByRole("button", { name: "Use a passkey" }).click();
  await expect.poll(() => sent.filter(({ method }) => method === "DELETE").length).toBe(1);
  const calls = sent.map(({ method, path }) => `${method} ${path}`);
  const [proof, removal] = ["POST /api/auth/passkeys/confirm", `DELETE /api/auth/passkeys/${id}`].map((each) =>
    calls.indexOf(each),
  );
  expect(proof).toBeGreaterThan(0);
  expect(proof).toBeLessThan(removal!);
});
