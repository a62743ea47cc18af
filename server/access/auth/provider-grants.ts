import type { AadGrant, SsoGrant } from "@tradewind/contract/access/sign-in.ts";
import type { SignInProvider } from "@tradewind/contract/access/sso.ts";
import type { Platform } from "../../platform/platform.ts";
import { findOperator } from "../people/people.store.ts";
import { redeemTicket } from "../sso/sso.actions.ts";
import { detailsIncorrect, type Admission, type From } from "./admission.ts";

const notLinked = {
  sso: { error: "sso_not_linked", error_description: "The account is not linked to any organisation." },
  aad: { error: "aad_not_linked", error_description: "This Microsoft account is not linked to a user yet." },
} as const;

/** A provider does not tell what it asked for, so the operator's staff, who need a second factor, sign in here. */
const notForStaff = {
  refusal: {
    error: "invalid_grant",
    error_description:
      "The marketplace's own staff sign in with their password and a second factor, or with a passkey.",
  },
} as const satisfies Admission;

/** Admits a person by a provider's ticket if an account is linked to that identity. */
async function admit(platform: Platform, way: SignInProvider, ticket: string, from: From): Promise<Admission> {
  const redeemed = await redeemTicket(platform, way, ticket, from.browser);
  if (redeemed === "notLinked") return { refusal: notLinked[way] };
  if (redeemed === "noTicket") return detailsIncorrect;
  const { personId, companyId, ...provider } = redeemed;
  const { config, database } = platform;
  if (!config.DEMO && (await database.read({ role: "app_identity" }, (db) => findOperator(db, personId))))
    return notForStaff;
  return { entry: { personId, way, companyId, provider } };
}

export const admitBySso = (platform: Platform, grant: SsoGrant, from: From) =>
  admit(platform, "sso", grant.id_token, from);
export const admitByMicrosoft = (platform: Platform, grant: AadGrant, from: From) =>
  admit(platform, "aad", grant.adtoken, from);
