import type { Page } from "playwright-core";
import { password, press, reseller, type Scene } from "./scene.ts";

export const accountScenes: readonly Scene[] = [
  { name: "activity-log", who: reseller, open: "/account-setting/activity-log", also: ["900", "dark"] },
  { name: "your-account", who: reseller, open: "/account-setting", also: ["900", "dark"] },
  { name: "identity-provider", who: reseller, open: "/account-setting/identity-provider" },
  { name: "change-password", who: reseller, open: "/account-setting/change-password" },
  { name: "security", who: reseller, open: "/account-setting/security" },
  { name: "add-passkey", who: reseller, open: "/account-setting/security", act: press("Add a passkey") },
  { name: "your-sessions", who: reseller, open: "/account-setting/sessions" },
  { name: "opt-outs", who: reseller, open: "/opt-out" },
  { name: "policy", who: reseller, open: "/dashboard", act: press("Privacy policy") },
  { name: "data-protection", who: reseller, open: "/dashboard", act: press("Data protection statement") },
  { name: "white-label", who: reseller, open: "/account-setting/whitelabelling", also: ["900", "dark"] },
  { name: "display", who: reseller, open: "/account-setting/display" },
  { name: "ip-access", who: reseller, open: "/account-setting/ip-access", act: press("Add yours"), also: ["900"] },
  { name: "session-rules", who: reseller, open: "/account-setting/session-policy", also: ["900"] },
  { name: "api-tokens", who: reseller, open: "/account-setting/api-tokens", also: ["900"] },
  {
    name: "make-api-token",
    who: reseller,
    open: "/account-setting/api-tokens",
    act: press("Make a token"),
    also: ["900", "dark"],
  },
  { name: "new-api-token", who: reseller, open: "/account-setting/api-tokens", act: makeToken, also: ["900"] },
];

async function makeToken(page: Page): Promise<void> {
  await press("Make a token")(page);
  const popup = page.getByRole("dialog");
  await popup.getByLabel("Name").fill("Stock sync");
  await popup.getByRole("checkbox", { name: "Read Customers" }).check();
  await popup.getByRole("button", { name: "Make token" }).click();
  const proof = popup.getByLabel("Your password", { exact: true });
  const made = page.getByRole("dialog", { name: "Your new token" });
  await proof.or(made).waitFor();
  if (await made.isVisible()) return;
  await proof.fill(password);
  await popup.getByRole("button", { name: "Make token" }).click();
  await made.waitFor();
}
