import type { TokenRefusal } from "@tradewind/contract/access/auth.ts";
import type { SessionWay } from "../../platform/sessions.store.ts";

/**
 * The origin of a call. `browser` is the secret of its sign-in at a provider, `origin` the calling page's origin, and
 * `device` the hash that identifies the browser.
 */
export type From = { ip: string; userAgent: string | null; browser?: string; origin?: string; device: Buffer };

/** Claims of a provider besides the identity. `useSe` turns the single experience on. */
export type ProviderSays = { orgId: string | null; useSe: boolean; idToken: string | null };

/** A visit by staff: the acting member of staff, their own session, and the person's membership. */
export type Jump = { staffId: string; staffName: string; staffSession: string; membershipId: string };

/** A person who has proved their identity. `admitted` runs once their session is open. */
export type Entry = {
  personId: string;
  way: SessionWay;
  /** Whether they proved more than a password. */
  secondFactor?: boolean;
  /** The hash their password matched. */
  passwordHash?: string | null;
  provider?: ProviderSays;
  /** The company whose own provider vouches for them, in which the session stays. */
  companyId?: string | null;
  admitted?: () => Promise<unknown>;
  jump?: Jump;
};

/** The outcome of a grant: an entry, an OAuth refusal, or the seconds to wait after too many attempts. */
export type Admission = { entry: Entry } | { refusal: TokenRefusal } | { wait: number };

/** One refusal for all wrong details: unknown name, wrong password and suspended person must look alike. */
export const detailsIncorrect = {
  refusal: { error: "invalid_grant", error_description: "The supplied details are incorrect" },
} as const satisfies Admission;
