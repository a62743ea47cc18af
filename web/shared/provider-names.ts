import type { SignInProvider } from "@tradewind/contract/access/sso.ts";

export const providerNames: Record<SignInProvider, string> = {
  sso: "Single sign-on",
  aad: "Microsoft",
};
