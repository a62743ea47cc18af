import type { Tx } from "../../platform/db.ts";
import type { Entry } from "./admission.ts";
import { holdPerson } from "./admitted.store.ts";
import { hasSecondFactor } from "../factors/factors.store.ts";

/**
 * Checks again, at the moment the session opens, that the proof still admits the person. A changed password, factor or
 * person ends every existing session, and a session being opened at that moment must not survive it. The person stays
 * locked until the transaction ends.
 */
export async function stillAdmits(tx: Tx, { personId, way, passwordHash, secondFactor }: Entry) {
  const person = await holdPerson(tx, personId);
  if (person?.status !== "Active") return false;
  // A provider vouches for its own people, and staff for those they visit.
  if (way !== "password" && way !== "passkey") return true;
  if (person.reset_required || (way === "password" && person.password_hash !== passwordHash)) return false;
  return (await hasSecondFactor(tx, personId)) === secondFactor;
}
