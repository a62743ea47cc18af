import type { Endpoint } from "@tradewind/contract/endpoint.ts";
import type { Actor } from "./actor.ts";
import { AppError } from "./app-error.ts";
import type { Database } from "./database.ts";
import { findProof } from "./sessions.store.ts";

/** Seconds for which a proof within a session is valid. */
export const proofLife = 300;

/**
 * Refuses an endpoint that asks for a fresh proof unless the person gave one in this session within the last few
 * minutes. A session alone is none: whoever finds one open could otherwise make a way in of their own.
 */
export async function needProof(database: Database, { proof }: Endpoint, actor: Actor | undefined): Promise<void> {
  if (proof !== "fresh" || !actor) return;
  const given = await database.read({ role: "app_identity" }, (db) => findProof(db, actor.sessionId, proofLife));
  if (given?.way === "sysops") throw new AppError("mfaNotHere");
  if (!given?.fresh) throw new AppError("confirmFirst");
}
