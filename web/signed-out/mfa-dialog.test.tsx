import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { faults, faultsInBoth } from "../test/axe.ts";
import { fakeApi, tokenAnswer, type Sent } from "../test/fake-api.ts";
import { fakeDevice } from "../test/fake-device.ts";
import { takeOver } from "../platform/hand-off.ts";
import { keepHere } from "../test/leaving.ts";
import { widths } from "../test/widths.ts";
import { MfaDialog } from "./mfa-dialog.tsx";
import { savedPasswordState } from "./password-state.ts";
import { SignedOut } from "./signed-out.tsx";
import type { SecondFactor, TokenOutcome } from "./sign-in-calls.ts";

const here = location.href;
afterEach(() => history.replaceState(null, "", here));

const key = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const picture =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==";
const configNeeded = { error: "mfa_config_needed", error_description: `${key}|${picture}` };
const tokenNeeded = { error: "mfa_token_needed", error_description: "Enter the code." };
const wrongCode = { error: "mfa_token_needed", error_description: "MFA.CONFIGURE.ERROR_MESSAGE_MAIN" };
const wrongText = "The code you entered is not correct. Please try again.";
/** No refusal: the token is issued. */
const rightCode = { error: "", error_description: "" };
const details = { error: "invalid_grant", error_description: "The supplied details are incorrect" };

/**
 * Opens the sign-in page after the right password; the token endpoint gives the answers in turn, repeating the last.
 */
async function signIn(
  ...answers: {
    error: string;
    error_description: string;
    passkey_options?: string;
    passkey_pages?: string[];
    after?: number;
  }[]
) {
  const sent = fakeApi({
    "POST /api/auth/token": () => {
      const { after, ...body } = answers.length > 1 ? answers.shift()! : answers[0]!;
      return body.error === "" ? { body: tokenAnswer() } : { status: 400, body, after };
    },
  });
  history.replaceState({ username: "reseller@harbour.example" }, "", "/sign-in");
  const screen = await render(<SignedOut />);
  await screen.getByLabelText("Password", { exact: true }).fill("Copper-Lantern-42");
  await screen.getByRole("button", { name: "Sign in" }).click();
  await expect.element(screen.getByRole("dialog")).toBeVisible();
  return { sent, screen };
}
const formOf = (line: Sent | undefined) => Object.fromEntries(new URLSearchParams(line?.body));
type Screen = Awaited<ReturnType<typeof render>>;
const code = (screen: Screen) => screen.getByRole("textbox", { name: "Code" });
const press = (screen: Screen, name: string) => screen.getByRole("button", { name, exact: true }).click();

test("MFA-01 MFA-02 MFA-03 MFA-22 somebody who must set it up is told so, then gets the key in fours, its picture and the code prompt", async () => {
  const { screen } = await signIn({ ...configNeeded, error: "mfa_config_needed_for_reseller" });
  await expect.element(screen.getByRole("dialog", { name: "More information is needed" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Cancel" })).toBeVisible();
  expect(screen.getByRole("img", { name: "QR code of the key below" }).elements()).toHaveLength(0);
  await press(screen, "Continue");
  await expect.element(screen.getByText("JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP", { exact: true })).toBeVisible();
  await expect.element(screen.getByRole("img", { name: "QR code of the key below" })).toHaveAttribute("src", picture);
  await expect.element(code(screen)).toBeVisible();
  expect(document.body.textContent).not.toContain("|");
});

test("MFA-04 somebody who has it is asked for a code", async () => {
  const { screen } = await signIn({ ...tokenNeeded, error: "mfa_token_needed_again" });
  await expect.element(screen.getByRole("dialog", { name: "Enter your verification code" })).toBeVisible();
  await expect.element(code(screen)).toBeVisible();
  expect(screen.getByRole("img").elements()).toHaveLength(0);
});

test("MFA-05 MFA-06 AUTH-59 Verify signs in again with the same name and password and the code, the key only during setup", async () => {
  const asking = await signIn(tokenNeeded);
  await code(asking.screen).fill("123456");
  await press(asking.screen, "Verify");
  await expect.poll(() => asking.sent.length).toBe(2);
  const [first, second] = asking.sent.map(formOf);
  expect(second).toEqual({ ...first, mfaToken: "123456" });
  expect(Date.parse(first!["datetime"]!)).toBeLessThanOrEqual(Date.now());
  expect(second).toMatchObject({ username: "reseller@harbour.example", password: "Copper-Lantern-42", mfaKey: "" });
  await asking.screen.unmount();
  const setting = await signIn(configNeeded);
  await press(setting.screen, "Continue");
  await code(setting.screen).fill("654321");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => setting.sent.length).toBe(2);
  expect(formOf(setting.sent[1])).toMatchObject({ mfaToken: "654321", mfaKey: key });
});

test("a factor set up at sign-in is told to the portal, which offers recovery codes; a code alone is not", async () => {
  const wanted = keepHere();
  const asking = await signIn(tokenNeeded, rightCode);
  await code(asking.screen).fill("123456");
  await press(asking.screen, "Verify");
  await expect.poll(() => wanted.length).toBe(1);
  expect(takeOver("factorSetUp")).toBeUndefined();
  await asking.screen.unmount();
  const { screen } = await signIn(configNeeded, rightCode);
  await press(screen, "Continue");
  await code(screen).fill("654321");
  await press(screen, "Verify");
  await expect.poll(() => takeOver("factorSetUp")).toBeDefined();
});

test("AUTH-51 somebody who showed the second factor and must choose a new password is taken to that page", async () => {
  const renewal = { error: "reset_required", error_description: "resetrequired|admin|reseller@harbour.example|k1" };
  const { screen } = await signIn(tokenNeeded, renewal);
  await code(screen).fill("123456");
  await press(screen, "Verify");
  await expect.poll(() => location.pathname).toBe("/change-password");
  await expect.poll(savedPasswordState).toMatchObject({ token: "k1", userName: "reseller@harbour.example" });
});

test("MFA-08 MFA-23 MFA-24 a wrong code is reported above the input, in the popup that stays, until the next attempt", async () => {
  const { screen } = await signIn(tokenNeeded, wrongCode, { ...wrongCode, after: 400 });
  await code(screen).fill("111111");
  await press(screen, "Verify");
  const alert = screen.getByRole("alert");
  await expect.element(alert).toHaveTextContent(wrongText);
  const [above, input] = [alert.element(), code(screen).element()];
  expect(above.compareDocumentPosition(input) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await expect.element(code(screen)).toHaveFocus();
  await code(screen).fill("222222");
  await expect.element(alert).toBeVisible();
  await press(screen, "Verify");
  await expect.element(alert).not.toBeInTheDocument();
  await expect.element(alert).toHaveTextContent(wrongText);
  expect(document.body.textContent).not.toContain("MFA.CONFIGURE");
});

test("MFA-08 a wrong code during setup says so; a key that was too old gives way to a new one", async () => {
  const other = `${key.split("").toReversed().join("")}|${picture}`;
  const { screen } = await signIn(configNeeded, configNeeded, { ...configNeeded, error_description: other });
  await press(screen, "Continue");
  await code(screen).fill("111111");
  await press(screen, "Verify");
  await expect.element(screen.getByRole("alert")).toHaveTextContent(wrongText);
  await code(screen).fill("222222");
  await press(screen, "Verify");
  await expect.element(screen.getByRole("alert").getByText(/Here is a new one/)).toBeVisible();
  await expect.element(screen.getByText("PXP3 KPHE", { exact: false })).toBeVisible();
});

test("MFA-08 any other refusal is shown in the popup in its own words", async () => {
  const { screen } = await signIn(tokenNeeded, details);
  await code(screen).fill("111111");
  await press(screen, "Verify");
  await expect.element(screen.getByRole("dialog").getByRole("alert")).toHaveTextContent(details.error_description);
});

test("MFA-09 Cancel forgets key and code: the next sign-in sends neither", async () => {
  const { sent, screen } = await signIn(configNeeded);
  await press(screen, "Continue");
  await code(screen).fill("123456");
  await press(screen, "Cancel");
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  await press(screen, "Sign in");
  await expect.poll(() => sent.length).toBe(2);
  expect(formOf(sent[1])).toMatchObject({ mfaKey: "", mfaToken: "" });
  await press(screen, "Continue");
  await expect.element(code(screen)).toHaveValue("");
});

test("MFA-17 MFA-18 MFA-19 the code takes digits, fifteen at most, and shows XXXXXX before", async () => {
  const { screen } = await signIn(tokenNeeded);
  await expect.element(code(screen)).toHaveAttribute("placeholder", "XXXXXX");
  await code(screen).click();
  await userEvent.keyboard("12a b3-4567890123456789");
  await expect.element(code(screen)).toHaveValue("123456789012345");
});

test("MFA-20 Verify waits for a code that is more than spaces", async () => {
  const { sent, screen } = await signIn(tokenNeeded);
  const verify = screen.getByRole("button", { name: "Verify" });
  await expect.element(verify).toBeDisabled();
  await code(screen).click();
  await userEvent.keyboard("   {Enter}");
  await expect.element(verify).toBeDisabled();
  expect(sent).toHaveLength(1);
  await code(screen).fill("1");
  await expect.element(verify).toBeEnabled();
});

test("MFA-21 Verify is disabled while a verification is running", async () => {
  const { sent, screen } = await signIn(tokenNeeded, { ...wrongCode, after: 500 });
  await code(screen).fill("123456");
  const verify = screen.getByRole("button", { name: "Verify" });
  await verify.click();
  await expect.element(verify).toBeDisabled();
  await expect.element(screen.getByRole("alert")).toBeVisible();
  expect(sent).toHaveLength(2);
});

test("MFA-07 a right code opens the portal where any other sign-in lands", async () => {
  const wanted = keepHere();
  const { sent, screen } = await signIn(tokenNeeded, rightCode);
  await code(screen).fill("123456");
  await press(screen, "Verify");
  await expect.poll(() => wanted).toEqual(["/"]);
  expect(formOf(sent.at(-2))).toMatchObject({ grant_type: "password", mfaToken: "123456" });
  await expect.element(screen.getByRole("alert")).not.toBeInTheDocument();
});

test("after a right code the popup stays locked until the portal opens", async () => {
  const given: SecondFactor[] = [];
  const right: TokenOutcome = { ok: true, answer: {} as never };
  const retry = async (answers: SecondFactor) => {
    given.push(answers);
    return right;
  };
  const screen = await render(<MfaDialog asked={tokenNeeded} retry={retry} onClose={() => {}} />);
  await code(screen).fill("123456");
  await press(screen, "Verify");
  await expect.poll(() => given).toEqual([{ mfaToken: "123456", mfaKey: "" }]);
  await expect.element(screen.getByRole("button", { name: "Verify" })).toBeDisabled();
  await expect.element(screen.getByRole("alert")).not.toBeInTheDocument();
});

test("a recovery code takes the place of a code", async () => {
  const { sent, screen } = await signIn(tokenNeeded, wrongCode);
  await press(screen, "Use a recovery code");
  await screen.getByRole("textbox", { name: "Recovery code" }).fill("ABCDE-FGHIJ-KLMNO-PQRST-UVWXY");
  await press(screen, "Verify");
  await expect.element(screen.getByRole("alert")).toHaveTextContent(wrongText);
  expect(formOf(sent[1])).toMatchObject({ recoveryCode: "ABCDE-FGHIJ-KLMNO-PQRST-UVWXY", mfaToken: "", mfaKey: "" });
  await press(screen, "Use a code from the app");
  await expect.element(code(screen)).toHaveValue("");
});

test("without a response the popup stays and says what to do", async () => {
  const screen = await render(<MfaDialog asked={tokenNeeded} retry={async () => undefined} onClose={() => {}} />);
  await code(screen).fill("123456");
  await press(screen, "Verify");
  await expect
    .element(screen.getByRole("alert"))
    .toHaveTextContent("We could not sign you in just now. Please try again later.");
});

test.each(widths)("axe finds nothing in the popups at %i px", async (width) => {
  await page.viewport(width, 900);
  const { screen } = await signIn(configNeeded, configNeeded);
  expect(await faultsInBoth()).toEqual([]);
  await press(screen, "Continue");
  await code(screen).fill("1");
  await press(screen, "Verify");
  await expect.element(screen.getByRole("alert")).toBeVisible();
  expect(await faultsInBoth()).toEqual([]);
  await screen.unmount();
  const asking = await signIn(tokenNeeded);
  expect(await faultsInBoth()).toEqual([]);
  await asking.screen.unmount();
});

const passkeyOptions = JSON.stringify({ challenge: "Y2hhbGxlbmdl", rpId: location.hostname, allowCredentials: [] });
const passkeysOnly = {
  error: "mfa_token_needed_passkey",
  error_description: "Use it.",
  passkey_options: passkeyOptions,
};

test("people with an app and a passkey may use either; the passkey signs in again with the same name and password", async () => {
  const device = fakeDevice();
  const { sent, screen } = await signIn({ ...tokenNeeded, passkey_options: passkeyOptions });
  await expect.element(code(screen)).toBeVisible();
  await press(screen, "Use a passkey");
  await expect.poll(() => sent.length).toBe(2);
  expect(device.challenges).toEqual(["challenge"]);
  const [first, second] = sent.map(formOf);
  expect(second).toEqual({ ...first, passkey: expect.stringContaining('"type":"public-key"') });
});

test("people with only passkeys are asked for one or a recovery code, never for an app's code", async () => {
  await page.viewport(390, 844);
  fakeDevice();
  const { screen } = await signIn(passkeysOnly);
  await expect.element(screen.getByRole("dialog", { name: "Confirm with your passkey" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Use a code from the app" }).elements()).toHaveLength(0);
  expect(await faults()).toEqual([]);
  await press(screen, "Use a recovery code");
  await expect.element(screen.getByRole("textbox", { name: "Recovery code" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Use a passkey" })).toBeVisible();
});

test("a cancelled passkey changes nothing; a refused one shows a message and can be tried with the new challenge", async () => {
  const device = fakeDevice("leave");
  const again = JSON.stringify({ challenge: "YWdhaW4", rpId: location.hostname, allowCredentials: [] });
  const { sent, screen } = await signIn(passkeysOnly, {
    ...passkeysOnly,
    error_description: "The passkey could not be confirmed.",
    passkey_options: again,
  });
  await press(screen, "Use a passkey");
  await expect.poll(() => device.challenges.length).toBe(1);
  await expect.element(screen.getByRole("button", { name: "Use a passkey" })).toBeEnabled();
  expect([sent.length, screen.getByRole("alert").elements().length]).toEqual([1, 0]);
  device.answer = "sign";
  await press(screen, "Use a passkey");
  await expect.element(screen.getByRole("alert")).toHaveTextContent("The passkey could not be confirmed.");
  await press(screen, "Use a passkey");
  await expect.poll(() => device.challenges).toEqual(["challenge", "challenge", "again"]);
});

test("people with passkeys for another host only are told where they work, with a link there", async () => {
  const { screen } = await signIn({
    ...tokenNeeded,
    error: "mfa_token_needed_passkey",
    passkey_pages: ["https://portal.example:8443", "https://tom.example"],
  });
  const dialog = screen.getByRole("dialog");
  await expect
    .element(dialog.getByText(/Your passkeys work at portal\.example:8443 and tom\.example only\./))
    .toBeVisible();
  const way = dialog.getByRole("link", { name: "portal.example:8443" });
  await expect.element(way).toHaveAttribute("href", "https://portal.example:8443/login");
  await expect.element(screen.getByRole("textbox", { name: "Recovery code" })).toBeVisible();
  expect(await faults()).toEqual([]);
});
