import type { PasswordGrant, TokenRefusal } from "@tradewind/contract/auth.ts";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { beginSetup, confirmSetup, heldSetup, proveFactor, type Handout, type Verdict } from "./factor.actions.ts";
import { findActing, findFactor, mustHaveFactor } from "./mfa.store.ts";

type Person = { id: string; user_name: string };

const wrongCode = "MFA.CONFIGURE.ERROR_MESSAGE_MAIN";
const tokenNeeded = (error_description: string): TokenRefusal => ({ error: "mfa_token_needed", error_description });
const configNeeded = ({ key, qrCode }: Handout): TokenRefusal => ({
  error: "mfa_config_needed",
  error_description: `${key}|${qrCode}`,
});
const tooMany = (seconds: number) =>
  `Too many codes were tried. Please wait ${seconds > 60 ? `${Math.ceil(seconds / 60)} minutes` : "a minute"} and try again.`;

/**
 * What is still asked of somebody whose password is right: a code when they have a factor, setting one up when they must
 * have one. Without an answer in the form it only says so.
 */
export async function mfaGate(
  platform: Platform,
  person: Person,
  grant: PasswordGrant,
  from: { ip: string },
): Promise<TokenRefusal | undefined> {
  const [factor, mustHave] = await platform.database.read({ role: "app_identity" }, (db) =>
    Promise.all([findFactor(db, person.id), mustHaveFactor(db, person.id)]),
  );
  if (!factor) return mustHave ? setUp(platform, person, grant, from) : undefined;

  const code = grant.mfaToken?.trim() ?? "";
  const recoveryCode = grant.recoveryCode?.trim() ?? "";
  if (recoveryCode !== "")
    return refusalOf(
      await proveFactor(platform, person.id, { recoveryCode }, (tx) =>
        note(platform, tx, person, from, "Signed in with a recovery code"),
      ),
    );
  if (code === "") return tokenNeeded("Enter the code that your authenticator app shows.");
  return refusalOf(await proveFactor(platform, person.id, { code }, async () => {}));
}

const refusalOf = (verdict: Verdict): TokenRefusal | undefined => {
  if (verdict === "right") return undefined;
  return tokenNeeded(typeof verdict === "object" ? tooMany(verdict.wait) : wrongCode);
};

async function setUp(
  platform: Platform,
  person: Person,
  grant: PasswordGrant,
  from: { ip: string },
): Promise<TokenRefusal | undefined> {
  const code = grant.mfaToken?.trim() ?? "";
  const key = grant.mfaKey?.trim() ?? "";
  if (code === "" || key === "") return configNeeded(await beginSetup(platform, person.id, person.user_name));
  const verdict = await confirmSetup(platform, person.id, { code, key }, (tx) =>
    note(platform, tx, person, from, "Turned multi-factor authentication on"),
  );
  if (verdict === "right") return undefined;
  if (typeof verdict === "object") return { error: "mfa_config_needed", error_description: tooMany(verdict.wait) };
  const held = verdict === "wrong" ? await heldSetup(platform, person.id, person.user_name) : undefined;
  return configNeeded(held ?? (await beginSetup(platform, person.id, person.user_name)));
}

/** A line in the log of the reseller the person acts for; the operator's own staff have none. */
async function note({ clock }: Platform, tx: Tx, person: Person, { ip }: { ip: string }, what: string) {
  const acting = await findActing(tx, person.id);
  if (!acting) return;
  await recordActivity(
    tx,
    {
      resellerId: acting.reseller_id,
      actor: { personId: person.id, displayName: `${acting.first_name} ${acting.last_name}`.trim(), behind: null },
      now: clock.now(),
      ip,
    },
    { action: "mfa.signIn", what, customerId: acting.customer_id, object: ["person", person.id] },
  );
}
