import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Doing } from "../../platform/http.ts";
import { decideApplication, lockApplication } from "./applications.store.ts";

/** Accepts or declines, once. The row itself keeps who did, when, and why. */
export async function decide({ tx, actor, now }: Doing, id: string, accept: boolean, note: string | undefined) {
  const application = orNotFound(await lockApplication(tx, id));
  if (application.status !== "Waiting") throw new AppError("applicationDecided");
  return decideApplication(tx, id, {
    status: accept ? "Accepted" : "Declined",
    note: note || null,
    decided_by: actor.displayName,
    decided_at: now,
  });
}
