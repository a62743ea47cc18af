import type { SignInAt } from "@tradewind/contract/access/auth.ts";
import { errors } from "@tradewind/contract/errors.ts";
import type { Page } from "playwright-core";
import { password, press, reseller, type Scene } from "./scene.ts";

const nameGiven = (userName: string) => async (page: Page) => {
  await page.getByLabel("Username").fill(userName);
  await page.keyboard.press("Enter");
  await page.getByLabel("Password", { exact: true }).waitFor();
};
const passwordGiven =
  (userName: string, given: string, until: (page: Page) => Promise<unknown>) => async (page: Page) => {
    await nameGiven(userName)(page);
    await page.getByLabel("Password", { exact: true }).fill(given);
    await page.keyboard.press("Enter");
    await until(page);
  };

/** Comes to the page as somebody whose session a rule of their company ends. */
function keptOut(SignInAt: SignInAt | null) {
  const refusal = { Error: "byProviderOnly", Messages: [errors.byProviderOnly[1]], Resources: { SignInAt } };
  return async (page: Page) => {
    await page.evaluate((held) => sessionStorage.setItem("keptOut", held), JSON.stringify(refusal));
    await page.reload();
  };
}

export const signedOutScenes: readonly Scene[] = [
  { name: "login", open: "/login", also: ["900", "dark"] },
  {
    name: "login-of-a-reseller",
    open: async (_, address) => `${address.replace("localhost", "liffey.localhost")}/login`,
    also: ["dark"],
  },
  { name: "sign-in-password", open: "/login", act: nameGiven(reseller) },
  {
    name: "login-refused",
    open: "/login",
    act: async (page) => {
      await page.getByLabel("Username").fill("nobody@harbour.example");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").first().waitFor();
    },
  },
  {
    name: "choose-password",
    open: "/login",
    act: passwordGiven("reset@harbour.example", password, (page) =>
      page
        .getByLabel(/^New password/)
        .first()
        .waitFor(),
    ),
  },
  {
    name: "set-up-mfa",
    open: "/login",
    act: passwordGiven("factor@harbour.example", password, (page) => page.getByRole("dialog").waitFor()),
  },
  { name: "forgot-password", open: "/forget-password" },
  { name: "reset-link-over", open: "/reset-password/none" },
  { name: "invitation-over", open: "/invitation/none" },
  { name: "become-a-partner", open: "/signup", also: ["900"] },
  { name: "link-account", open: "/link-account" },
  { name: "message-released", open: "/spam-release/Q-1043/c4b3a2918f7e6d5c4b3a29180f1e2d33" },
  { name: "archive-refused", open: "/verify-email-archive-access/personal/none" },
  { name: "session-not-restored", open: "/single-experience-error" },
  { name: "kept-out-by-address", open: "/kept-out" },
  {
    name: "kept-out-by-provider",
    open: "/kept-out",
    act: keptOut({ provider: "sso" }),
    also: ["900", "dark"],
  },
  { name: "kept-out-without-provider", open: "/kept-out", act: keptOut(null), also: ["900"] },
  { name: "permission-needed", open: "/permission-error" },
  { name: "not-found-signed-out", open: "/no-such-page" },
  { name: "policy-signed-out", open: "/login", act: press("Privacy and cookies policy") },
];
