import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { handOff, takeOver } from "../../platform/hand-off.ts";
import { faults, faultsInBoth } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { pageSettings } from "../../test/page-settings.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { widths } from "../../test/widths.ts";

const key = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const picture =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==";
const standing = (changes = {}) =>
  succeeded({
    IsEnabled: false,
    IsRequired: false,
    IsAvailable: true,
    EnabledAt: null,
    RecoveryCodesLeft: 0,
    ...changes,
  });
const on = standing({ IsEnabled: true, EnabledAt: "2026-05-21T09:00:00.000Z", RecoveryCodesLeft: 10 });
const setupData = { qrCodeSetupImageUrl: picture, manualEntryKey: key, showStep: 1, errorData: { isError: false } };
const setup = succeeded(setupData);
const codes = ["AAAAA-BBBBB-CCCCC-DDDDD-EEEEE", "FFFFF-GGGGG-HHHHH-IIIII-JJJJJ"];
const wrongCode = refused(422, "mfaCodeWrong", "The code is wrong.", { Token: "MFA.CONFIGURE.ERROR_MESSAGE_MAIN" });
const passkey = {
  Id: "019a0000-0000-7000-8000-000000000042",
  Name: "Phone",
  IsBackedUp: true,
  Host: "portal.example",
  CreatedAt: "2026-05-20T10:00:00.000Z",
  LastUsedAt: null,
};
const wrongText = "The code you entered is not correct. Please try again.";

async function open(handlers: Parameters<typeof fakeApi>[0] = {}) {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/auth/mfa/is-enabled": standing(),
    "GET /api/auth/passkeys": succeeded({ Items: [] }),
    "GET /api/linked-accounts": succeeded({ Items: [], HasPassword: true }),
    "POST /api/auth/mfa/setup": setup,
    "PUT /api/auth/mfa/configure": succeeded({ RecoveryCodes: codes }),
    "POST /api/auth/mfa/verify-user": succeeded({ IsVerified: true, IsEnabled: true }),
    "POST /api/auth/mfa/verify-token": succeeded({ IsVerified: true }),
    "PUT /api/auth/mfa/disable": succeeded({}),
    "POST /api/auth/mfa/recovery-codes": succeeded({ RecoveryCodes: codes }),
    ...handlers,
  });
  const { screen } = await renderApp("/account-setting/security");
  await expect.element(screen.getByRole("heading", { level: 1, name: "Security" })).toBeVisible();
  const calls = () =>
    sent.filter(({ method, path }) => path.startsWith("/api/auth/mfa/") && method !== "GET").map((line) => line.path);
  return { screen, sent, calls };
}
type Screen = Awaited<ReturnType<typeof open>>["screen"];
const press = (screen: Screen, name: string) => screen.getByRole("button", { name, exact: true }).click();
const code = (screen: Screen) => screen.getByRole("textbox", { name: "Code" });
async function toCode(screen: Screen) {
  await press(screen, "Set up");
  await press(screen, "Continue");
  await expect.element(code(screen)).toBeVisible();
}

test("MFA-11 MFA-16 MFA-22 MFA-25 opening configure-mfa asks for a key and shows it, its picture and Continue", async () => {
  const { screen, calls } = await open();
  await press(screen, "Set up");
  const dialog = screen.getByRole("dialog", { name: "Set up multi-factor authentication" });
  await expect.element(dialog.getByText("JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP")).toBeVisible();
  await expect.element(dialog.getByRole("img", { name: "QR code of the key below" })).toHaveAttribute("src", picture);
  await expect.element(dialog.getByRole("button", { name: "Continue" })).toHaveFocus();
  expect(dialog.getByRole("button", { name: "Verify" }).elements()).toHaveLength(0);
  expect(code(screen).elements()).toHaveLength(0);
  expect(calls()).toEqual(["/api/auth/mfa/setup"]);
});

test("MFA-16 step and error of the popup are those of the answer", async () => {
  const { screen } = await open({
    "POST /api/auth/mfa/setup": succeeded({ ...setupData, showStep: 2, errorData: { isError: true } }),
  });
  await press(screen, "Set up");
  await expect.element(code(screen)).toBeVisible();
  await expect.element(screen.getByRole("alert")).toHaveTextContent(wrongText);
});

test("Back leads from the code to the same picture again, for a camera that missed it", async () => {
  const { screen, calls } = await open();
  await toCode(screen);
  await press(screen, "Back");
  await expect.element(screen.getByRole("img", { name: "QR code of the key below" })).toHaveAttribute("src", picture);
  await expect.element(screen.getByRole("button", { name: "Continue" })).toHaveFocus();
  await press(screen, "Continue");
  await expect.element(code(screen)).toHaveFocus();
  expect(calls()).toEqual(["/api/auth/mfa/setup"]);
});

test("setting up asks first for the password where the session has shown none lately, and then goes on", async () => {
  let proven = false;
  const { screen, calls } = await open({
    "POST /api/auth/mfa/setup": () => (proven ? setup : refused(409, "confirmFirst", "Please confirm.")),
    "POST /api/auth/mfa/verify-user": () => {
      proven = true;
      return succeeded({ IsVerified: true, IsEnabled: false });
    },
  });
  await press(screen, "Set up");
  await screen.getByLabelText("Your password", { exact: true }).fill("Copper-Lantern-42");
  await press(screen, "Continue");
  await expect.element(screen.getByText("JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP")).toBeVisible();
  expect(calls()).toEqual(["/api/auth/mfa/setup", "/api/auth/mfa/verify-user", "/api/auth/mfa/setup"]);
  expect(await faults()).toEqual([]);
});

test("MFA-12 MFA-15 MFA-29 Continue leads to the code, and Verify turns it on and shows the recovery codes once", async () => {
  let enabled = false;
  const { screen, sent } = await open({
    "GET /api/auth/mfa/is-enabled": () => (enabled ? on : standing()),
    "PUT /api/auth/mfa/configure": () => {
      enabled = true;
      return succeeded({ RecoveryCodes: codes });
    },
  });
  await toCode(screen);
  expect(screen.getByRole("img", { name: "QR code of the key below" }).elements()).toHaveLength(0);
  await code(screen).fill("123456");
  await press(screen, "Verify");
  await expect.element(screen.getByRole("dialog", { name: "Your recovery codes" })).toBeVisible();
  for (const text of codes) await expect.element(screen.getByText(text)).toBeVisible();
  const put = sent.find(({ method }) => method === "PUT")!;
  expect([put.path, JSON.parse(put.body)]).toEqual(["/api/auth/mfa/configure", { Token: "123456" }]);
  await press(screen, "Done");
  await expect.element(screen.getByText("On", { exact: true })).toBeVisible();
});

test("MFA-13 MFA-15 Cancel asks first, saying that it must be reconfigured; then the popup closes", async () => {
  const { screen, calls } = await open();
  await press(screen, "Set up");
  await press(screen, "Cancel");
  await expect.element(screen.getByRole("dialog", { name: "Cancel the setup?" })).toBeVisible();
  await expect.element(screen.getByText(/you will have to reconfigure it from the beginning/)).toBeVisible();
  await press(screen, "Keep setting up");
  await expect.element(screen.getByText("JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP")).toBeVisible();
  await press(screen, "Continue");
  await press(screen, "Cancel");
  await press(screen, "Cancel setup");
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  expect(calls()).toEqual(["/api/auth/mfa/setup"]);
});

test("MFA-16 MFA-23 MFA-24 a wrong code is reported above the input, and goes with the next attempt", async () => {
  let first = true;
  const { screen } = await open({
    "PUT /api/auth/mfa/configure": () => {
      const after = first ? 0 : 400;
      first = false;
      return { ...wrongCode, after };
    },
  });
  await toCode(screen);
  await code(screen).fill("111111");
  await press(screen, "Verify");
  const alert = screen.getByRole("alert");
  await expect.element(alert).toHaveTextContent(wrongText);
  expect(
    alert.element().compareDocumentPosition(code(screen).element()) & Node.DOCUMENT_POSITION_FOLLOWING,
  ).toBeTruthy();
  await code(screen).fill("222222");
  await press(screen, "Verify");
  await expect.element(alert).not.toBeInTheDocument();
  await expect.element(screen.getByRole("button", { name: "Verify" })).toBeDisabled();
  await expect.element(alert).toHaveTextContent(wrongText);
});

test("MFA-14 MFA-15 MFA-30 reset-mfa asks for proof of who is here, and turns it off", async () => {
  let enabled = true;
  const { screen, calls } = await open({
    "GET /api/auth/mfa/is-enabled": () => (enabled ? on : standing()),
    "PUT /api/auth/mfa/disable": () => {
      enabled = false;
      return succeeded({});
    },
  });
  await press(screen, "Reset");
  const dialog = screen.getByRole("dialog", { name: "Reset multi-factor authentication?" });
  await expect.element(dialog.getByRole("button", { name: "Reset" })).toBeDisabled();
  await dialog.getByLabelText("Your password").fill("Copper-Lantern-42");
  await dialog.getByRole("button", { name: "Reset" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByText("Off", { exact: true })).toBeVisible();
  expect(calls()).toEqual(["/api/auth/mfa/verify-user", "/api/auth/mfa/disable"]);
});

test("a wrong password or code keeps the reset popup, and nothing is turned off", async () => {
  const { screen, calls } = await open({
    "GET /api/auth/mfa/is-enabled": on,
    "POST /api/auth/mfa/verify-user": refused(422, "passwordWrong", "The password is not correct. Please try again."),
    "POST /api/auth/mfa/verify-token": wrongCode,
  });
  await press(screen, "Reset");
  const dialog = screen.getByRole("dialog");
  await dialog.getByLabelText("Your password").fill("wrong");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("The password is not correct. Please try again.");
  await dialog.getByRole("button", { name: "Use a code from the app" }).click();
  await code(screen).fill("123456");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByRole("alert")).toHaveTextContent(wrongText);
  expect(calls()).toEqual(["/api/auth/mfa/verify-user", "/api/auth/mfa/verify-token"]);
});

test("new recovery codes are shown after the password", async () => {
  const { screen, calls } = await open({ "GET /api/auth/mfa/is-enabled": on });
  await press(screen, "New recovery codes");
  await screen.getByLabelText("Your password").fill("Copper-Lantern-42");
  await press(screen, "Create new codes");
  await expect.element(screen.getByRole("list", { name: "Recovery codes" })).toBeVisible();
  expect(calls()).toEqual(["/api/auth/mfa/verify-user", "/api/auth/mfa/recovery-codes"]);
});

test("MFA-10 somebody who came by single sign-on sees no setting for it", async () => {
  const { screen } = await open({ "GET /api/auth/mfa/is-enabled": standing({ IsAvailable: false, IsRequired: true }) });
  await expect.element(screen.getByText("Your organisation manages this")).toBeVisible();
  expect(screen.getByRole("button", { name: "Set up" }).elements()).toHaveLength(0);
  expect(document.querySelector("main")!.textContent).not.toMatch(/multi-factor/i);
});

test("staff on a visit read whose matter it is, not that they came by a provider", async () => {
  const { screen } = await open({
    "GET /api/session": succeeded({ ...sessionOf(), JumpedBy: "Olive Operator" }),
    "GET /api/auth/mfa/is-enabled": standing({ IsAvailable: false }),
  });
  await expect.element(screen.getByText("Only Hannah Reid can see and change this")).toBeVisible();
  expect(screen.getByText("Your organisation manages this").elements()).toHaveLength(0);
});

test.each([
  { required: false, keys: [], told: /^The next sign-in needs no code/ },
  { required: true, keys: [], told: /so you set it up again at your next sign-in/ },
  { required: true, keys: [passkey], told: /^The next sign-in asks for your passkey only/ },
])(
  "the reset popup says what comes next: required $required, passkeys $keys.length",
  async ({ required, keys, told }) => {
    const { screen } = await open({
      "GET /api/auth/mfa/is-enabled": standing({ IsEnabled: true, IsRequired: required, RecoveryCodesLeft: 9 }),
      "GET /api/auth/passkeys": succeeded({ Items: keys }),
    });
    await press(screen, "Reset");
    await expect.element(screen.getByRole("dialog").getByText(told)).toBeVisible();
  },
);

test("recovery codes ask before Escape or Close loses them", async () => {
  const { screen } = await open({ "GET /api/auth/mfa/is-enabled": on });
  await press(screen, "New recovery codes");
  await screen.getByLabelText("Your password").fill("Copper-Lantern-42");
  await press(screen, "Create new codes");
  await expect.element(screen.getByText(codes[0]!)).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("dialog", { name: "Close without keeping the codes?" })).toBeVisible();
  await press(screen, "Show the codes");
  await expect.element(screen.getByText(codes[1]!)).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await screen.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
});

test("who set up the second factor at sign-in is offered recovery codes on landing, once", async () => {
  handOff("factorSetUp", "yes");
  const { screen, calls } = await open({ "GET /api/auth/mfa/is-enabled": standing({ IsEnabled: true }) });
  const offer = screen.getByRole("dialog", { name: "You have no recovery codes yet" });
  await expect.element(offer).toBeVisible();
  await offer.getByRole("button", { name: "Create recovery codes" }).click();
  await screen.getByLabelText("Your password").fill("Copper-Lantern-42");
  await press(screen, "Create codes");
  await expect.element(screen.getByText(codes[0]!)).toBeVisible();
  await press(screen, "Done");
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  expect(calls()).toEqual(["/api/auth/mfa/verify-user", "/api/auth/mfa/recovery-codes"]);
  expect(takeOver("factorSetUp")).toBeUndefined();
});

test("MFA-31 every call goes to the configured auth host, none to the main API", async () => {
  pageSettings({ authHost: "https://auth.example" });
  const { screen, sent } = await open();
  await toCode(screen);
  await code(screen).fill("123456");
  await press(screen, "Verify");
  await expect.element(screen.getByRole("dialog", { name: "Your recovery codes" })).toBeVisible();
  const about = sent.filter(({ path }) => path.includes("mfa"));
  expect(new Set(about.map(({ path }) => path))).toEqual(
    new Set(["/api/auth/mfa/is-enabled", "/api/auth/mfa/setup", "/api/auth/mfa/configure"]),
  );
  expect(new Set(about.map(({ host }) => host))).toEqual(new Set(["https://auth.example"]));
  expect(sent.find(({ path }) => path === "/api/linked-accounts")?.host).toBe(location.origin);
});

test("a key that cannot be had says so, with a way to try again; leaving then asks nothing", async () => {
  let broken = true;
  const { screen } = await open({
    "POST /api/auth/mfa/setup": () => (broken ? refused(500, "unexpected", "Something went wrong.") : setup),
  });
  await press(screen, "Set up");
  await expect.element(screen.getByText("Something went wrong.")).toBeVisible();
  broken = false;
  await press(screen, "Try again");
  await expect.element(screen.getByText("JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP")).toBeVisible();
});

test("My Account leads here by way of your account", async () => {
  const { screen } = await open();
  await press(screen, "My Account");
  await screen.getByRole("banner").getByRole("link", { name: "Your account" }).click();
  await expect.element(screen.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
  await screen.getByRole("main").getByRole("link", { name: "Security" }).click();
  await expect.element(screen.getByRole("heading", { level: 1, name: "Security" })).toBeVisible();
});

test.each(widths)("axe finds nothing at %i px", async (width) => {
  await page.viewport(width, 900);
  const off = await open({ "GET /api/auth/mfa/is-enabled": standing({ IsRequired: true }) });
  await expect.element(off.screen.getByRole("button", { name: "Set up" })).toBeVisible();
  expect(await faultsInBoth()).toEqual([]);
  await press(off.screen, "Set up");
  await expect.element(off.screen.getByRole("img", { name: "QR code of the key below" })).toBeVisible();
  expect(await faultsInBoth()).toEqual([]);
  await off.screen.unmount();
  const { screen } = await open({ "GET /api/auth/mfa/is-enabled": on });
  await press(screen, "Reset");
  expect(await faultsInBoth()).toEqual([]);
});
