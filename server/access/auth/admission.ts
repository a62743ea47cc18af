import type { TokenRefusal } from "@tradewind/contract/access/auth.ts";
import type { SessionWay } from "../../platform/sessions.store.ts";

/**
 * Where a caller comes from; `browser` is the secret of its sign-in at a provider, `origin` the page that asks, and
 * `device` what the browser is known by.
 */
export type From = { ip: string; userAgent: string | null; browser?: string; origin?: string; device?: string };

/** What a provider says of somebody, besides who it is. `useSe` is its claim on the single experience. */
export type ProviderSays = { orgId: string | null; useSe: boolean; idToken: string | null };

/** A visit of staff: who acts, in which membership of the person. */
export type Jump = { staffId: string; membershipId: string };

/** Somebody who proved who they are. `admitted` runs once their session is open. */
export type Entry = {
  personId: string;
  way: SessionWay;
  /** Whether they showed more than a password. */
  secondFactor?: boolean;
  /** The hash that their password was right for. */
  passwordHash?: string | null;
  provider?: ProviderSays;
  admitted?: () => Promise<unknown>;
  jump?: Jump;
};

/** What a grant comes to: an entry, a refusal in OAuth's words, or the seconds to wait after too many attempts. */
export type Admission = { entry: Entry } | { refusal: TokenRefusal } | { wait: number };

/** What every wrong detail is answered with: an unknown name, a wrong password and a suspended person look alike. */
export const detailsIncorrect = {
  refusal: { error: "invalid_grant", error_description: "The supplied details are incorrect" },
} as const satisfies Admission;
