import type { Actor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import type { Doing } from "../../platform/http.ts";
import { proofLife } from "../../platform/proof.ts";
import { findProof } from "../../platform/sessions.store.ts";
import { findSecondFactor } from "./factors.store.ts";

/** The same for a second factor, when staff act for a person. */
const secondFactorLife = 900;
/**
 * Tells whether a session may change factors: not one opened by an identity provider or by staff for a person (MFA-10).
 */
export const mayChange = (way: string): boolean => way === "password" || way === "passkey";

export async function refuseElsewhere(db: Db, sessionId: string): Promise<void> {
  const proof = await findProof(db, sessionId, proofLife);
  if (!mayChange(proof?.way ?? "")) throw new AppError("mfaNotHere");
}

/** Refuses unless a second factor was given in this session within the last quarter of an hour. */
export async function needSecondFactor(db: Db, { personId, sessionId }: Actor): Promise<void> {
  const { has, fresh } = await findSecondFactor(db, personId, sessionId, secondFactorLife);
  if (!fresh) throw new AppError(has ? "secondFactorFirst" : "secondFactorMissing");
}

/** A write by any user to their own sign-in settings. */
export type Own = Doing<Actor>;
