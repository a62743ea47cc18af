import type { Tx } from "../../platform/db.ts";
import type { Entry } from "./admission.ts";
import { holdPerson } from "./admitted.store.ts";
import { hasSecondFactor } from "../factors/factors.store.ts";

/**
 * Whether what somebody showed still lets them in, now that it counts. A password, a factor or a person that changed
 * since ended every session there was; one that was still being opened must not outlive them. It stays so until the
 * transaction ends.
 */
export async function stillAdmits(tx: Tx, { personId, way, jump, passwordHash, secondFactor }: Entry) {
  if (jump) return true;
  const person = await holdPerson(tx, personId);
  if (person?.status !== "Active") return false;
  // A provider vouches for its people by itself.
  if (way !== "password" && way !== "passkey") return true;
  if (person.reset_required || (way === "password" && person.password_hash !== passwordHash)) return false;
  return (await hasSecondFactor(tx, personId)) === (secondFactor ?? false);
}
