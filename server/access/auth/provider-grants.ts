import type { AadGrant, SsoGrant } from "@tradewind/contract/access/sign-in.ts";
import type { SignInProvider } from "@tradewind/contract/access/sso.ts";
import type { Platform } from "../../platform/platform.ts";
import { redeemTicket } from "../sso/sso.actions.ts";
import { detailsIncorrect, type Admission, type From } from "./admission.ts";

const notLinked = {
  sso: { error: "sso_not_linked", error_description: "The account is not linked to any organisation." },
  aad: { error: "aad_not_linked", error_description: "This Microsoft account is not linked to a user yet." },
} as const;

/** Admits a person by a provider's ticket if an account is linked to that identity. */
async function admit(platform: Platform, way: SignInProvider, ticket: string, from: From): Promise<Admission> {
  const redeemed = await redeemTicket(platform, way, ticket, from.browser);
  if (redeemed === "notLinked") return { refusal: notLinked[way] };
  if (redeemed === "noTicket") return detailsIncorrect;
  const { personId, ...provider } = redeemed;
  return { entry: { personId, way, provider } };
}

export const admitBySso = (platform: Platform, grant: SsoGrant, from: From) =>
  admit(platform, "sso", grant.id_token, from);
export const admitByMicrosoft = (platform: Platform, grant: AadGrant, from: From) =>
  admit(platform, "aad", grant.adtoken, from);
