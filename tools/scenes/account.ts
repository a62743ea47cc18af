import { press, reseller, type Scene } from "./scene.ts";

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
];
