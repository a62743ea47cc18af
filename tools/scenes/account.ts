import type { Page } from "playwright-core";
import { euroReseller, password, press, reseller, type Scene } from "./scene.ts";

async function unsigned(page: Page, address: string): Promise<string> {
  await page.goto(`${address}/account-setting/terms-conditions`);
  const line = page.getByRole("listitem").filter({ hasText: "Not signed" }).first();
  return (await line.getByRole("link").first().getAttribute("href"))!;
}

const provider = "/account-setting/identity-provider";
const token = { MadeBy: "Robin Tester", Made: "2026-11-02T09:00:00.000Z", Expires: "2027-11-02T09:00:00.000Z" };
/** A company whose own provider is on. */
function ownProvider(changes: object = {}) {
  const proven = { ProvenAt: "2026-11-02T09:00:00.000Z", ApprovedBy: null };
  const record = { RecordName: "_tradewind.", RecordText: "tradewind-domain-proof=3f0c8a6be1d24c57a9d7c1f2b6e80a44" };
  return {
    "/api/settings/identity-provider": {
      Provider: {
        Issuer: "https://login.microsoftonline.com/8f1c3a52-6b7d-4e90-a1f2-3c4d5e6f7081/v2.0",
        ClientId: "5d2f9b0e-73c4-4a18-9e6b-0f1a2b3c4d5e",
        AddsPeople: true,
        Role: "technical",
        TestedAt: proven.ProvenAt,
        IsOn: true,
        ChangedBy: token.MadeBy,
        ChangedAt: token.Made,
      },
      Domains: [
        { Domain: "harbour.example", ...record, ...proven },
        { Domain: "harbour-it.example", ...record, ...proven, ApprovedBy: "Olive Operator" },
        {
          Domain: "services.of-harbour-it.example",
          ...record,
          RecordName: "_tradewind.services.of-harbour-it.example",
          ProvenAt: null,
          ApprovedBy: null,
        },
      ],
      RedirectUri: "https://portal.example.com/sso-callback",
      MayChange: true,
      ...changes,
    },
    "/api/settings/provisioning-tokens": {
      Address: "https://portal.example.com/scim/v2",
      Items: [
        {
          Id: "019a0000-0000-7000-8000-000000000001",
          Hint: "tws_8Kq2",
          ...token,
          LastUsed: "2026-11-20T09:00:00.000Z",
        },
      ],
    },
  };
}

/** The server asks for a proof only once it must; here it says so at once. */
async function proofToRemove(page: Page): Promise<void> {
  await page.route("**/api/settings/identity-provider", (route) =>
    route.request().method() === "DELETE"
      ? route.fulfill({
          status: 409,
          json: { Succeed: false, Error: "confirmFirst", Messages: ["Please confirm that it is you."] },
        })
      : route.fallback(),
  );
  await press("Remove")(page);
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByLabel("Your password", { exact: true }).waitFor();
}

export const accountScenes: readonly Scene[] = [
  { name: "activity-log", who: reseller, open: "/account-setting/activity-log", also: ["900", "dark"] },
  { name: "your-account", who: reseller, open: "/account-setting", also: ["900", "dark"] },
  { name: "identity-provider", who: reseller, open: provider, also: ["900"] },
  { name: "identity-provider-on", who: reseller, open: provider, given: ownProvider(), also: ["900", "dark"] },
  {
    name: "identity-provider-for-owners",
    who: reseller,
    open: provider,
    given: ownProvider({ MayChange: false }),
    also: ["900"],
  },
  {
    name: "identity-provider-switch-off",
    who: reseller,
    open: provider,
    given: ownProvider(),
    act: press("Switch off"),
    also: ["900"],
  },
  {
    name: "identity-provider-remove",
    who: reseller,
    open: provider,
    given: ownProvider(),
    act: press("Remove"),
    also: ["900"],
  },
  {
    name: "identity-provider-remove-domain",
    who: reseller,
    open: provider,
    given: ownProvider(),
    act: press("Remove harbour.example"),
    also: ["900"],
  },
  {
    name: "identity-provider-proof",
    who: reseller,
    open: provider,
    given: ownProvider(),
    act: proofToRemove,
    also: ["900"],
  },
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
  {
    name: "session-rules-with-provider",
    who: reseller,
    open: "/account-setting/session-policy",
    given: ownProvider(),
    also: ["900"],
  },
  { name: "api-tokens", who: reseller, open: "/account-setting/api-tokens", also: ["900"] },
  {
    name: "make-api-token",
    who: reseller,
    open: "/account-setting/api-tokens",
    act: press("Make a token"),
    also: ["900", "dark"],
  },
  { name: "new-api-token", who: reseller, open: "/account-setting/api-tokens", act: makeToken, also: ["900"] },
  { name: "agreements", who: reseller, open: "/account-setting/terms-conditions" },
  { name: "agreement", who: reseller, open: unsigned },
  { name: "my-business", who: reseller, open: "/my-business" },
  { name: "my-business-edit", who: reseller, open: "/my-business", act: press("Edit") },
  { name: "my-business-ask", who: reseller, open: "/my-business", act: press("Request a change") },
  { name: "my-business-waiting", who: euroReseller, open: "/my-business" },
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
