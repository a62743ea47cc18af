import type { TokenRefusal } from "@tradewind/contract/access/auth.ts";
import type { PasswordGrant } from "@tradewind/contract/access/sign-in.ts";
import { errors } from "@tradewind/contract/errors.ts";
import type { Platform } from "../../platform/platform.ts";
import { noteOfPerson, tellSignInChanged } from "../notices/notices.actions.ts";
import { askInPlaceOfCode, pagesOfPasskeys, proveInPlaceOfCode } from "../passkeys/ceremony.actions.ts";
import { listPasskeys } from "../passkeys/passkeys.store.ts";
import {
  beginSetup,
  confirmSetup,
  heldSetup,
  newHandout,
  proveByRecoveryCode,
  proveFactor,
  type Handout,
  type Verdict,
} from "../factors/factors.actions.ts";
import { findFactor, mustHaveFactor } from "../factors/factors.store.ts";

type Person = { id: string; user_name: string };
type From = { ip: string; origin?: string; device: Buffer };

const identity = { role: "app_identity" } as const;
const wrongCode = "MFA.CONFIGURE.ERROR_MESSAGE_MAIN";
const tokenNeeded = (error_description: string): TokenRefusal => ({ error: "mfa_token_needed", error_description });
const configNeeded = ({ key, qrCode }: Handout): TokenRefusal => ({
  error: "mfa_config_needed",
  error_description: `${key}|${qrCode}`,
});
const tooMany = (seconds: number) =>
  `Too many codes were tried. Please wait ${seconds > 60 ? `${Math.ceil(seconds / 60)} minutes` : "a minute"} and try again.`;

/**
 * Decides what a person with the right password must still do: give a code or a passkey if they have one, or set up a
 * factor if one is required. Only reports it if the form holds no answer.
 */
export async function mfaGate(
  platform: Platform,
  person: Person,
  grant: PasswordGrant,
  from: From,
): Promise<TokenRefusal | "proven" | undefined> {
  const [factor, passkeys, mustHave] = await platform.database.read(identity, (db) =>
    Promise.all([
      findFactor(db, person.id),
      listPasskeys(db, person.id),
      mustHaveFactor(db, person.id, platform.config.DEMO),
    ]),
  );
  if (!factor && passkeys.length === 0) return mustHave ? setUp(platform, person, grant, from) : undefined;

  const code = grant.mfaToken?.trim() ?? "";
  const recoveryCode = grant.recoveryCode?.trim() ?? "";
  // Clients that know passkeys do not ask for codes if the person has no app; others match only the start of this code.
  const needed = factor ? "mfa_token_needed" : "mfa_token_needed_passkey";
  const ask = async (problem: string): Promise<TokenRefusal> => {
    const options = await askInPlaceOfCode(platform, person.id, passkeys, from.origin);
    const pages = factor ? [] : pagesOfPasskeys(platform, passkeys);
    return {
      ...tokenNeeded(problem),
      error: needed,
      ...(options ? { passkey_options: options } : pages.length > 0 && { passkey_pages: pages }),
    };
  };
  if (grant.passkey !== undefined) {
    const verdict = await proveInPlaceOfCode(platform, person.id, grant.passkey);
    if (verdict !== "wrong") return "proven";
    return ask(errors.passkeyRefused[1]);
  }
  if (recoveryCode === "" && code === "")
    return ask(factor ? "Enter the code that your authenticator app shows." : "Use your passkey or a recovery code.");
  return refusalOf(
    await platform.database.write(identity, async (tx) => {
      if (recoveryCode === "") return proveFactor(platform, tx, person.id, { code, device: from.device });
      const verdict = await proveByRecoveryCode(tx, person.id, recoveryCode);
      if (verdict === "right")
        await noteOfPerson(platform, tx, person.id, from.ip, "mfa.signIn", "Signed in with a recovery code");
      return verdict;
    }),
  );
}

const refusalOf = (verdict: Verdict): TokenRefusal | "proven" => {
  if (verdict === "right") return "proven";
  return tokenNeeded(typeof verdict === "object" ? tooMany(verdict.wait) : wrongCode);
};

async function setUp(
  platform: Platform,
  person: Person,
  grant: PasswordGrant,
  from: From,
): Promise<TokenRefusal | "proven"> {
  const code = grant.mfaToken?.trim() ?? "";
  const key = grant.mfaKey?.trim() ?? "";
  if (code === "" || key === "") return configNeeded(await handOut(platform, person));
  const verdict = await platform.database.write(identity, async (tx) => {
    const confirmed = await confirmSetup(platform, tx, person.id, { code, key }, from.device);
    if (confirmed !== "right") return confirmed;
    await noteOfPerson(platform, tx, person.id, from.ip, "mfa.signIn", "Turned multi-factor authentication on");
    await tellSignInChanged(platform, tx, person.id, "Multi-factor authentication was turned on.");
    return confirmed;
  });
  if (verdict === "right") return "proven";
  if (typeof verdict === "object") return { error: "mfa_config_needed", error_description: tooMany(verdict.wait) };
  const held = verdict === "wrong" ? await heldSetup(platform, person.id, person.user_name) : undefined;
  return configNeeded(held ?? (await handOut(platform, person)));
}

async function handOut(platform: Platform, person: Person): Promise<Handout> {
  const handout = await newHandout(person.user_name);
  await platform.database.write(identity, (tx) => beginSetup(platform, tx, person.id, handout));
  return handout;
}
