import type { announcements } from "@tradewind/contract/portal/announcements.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Doing } from "../../platform/http.ts";
import { countResellers, findForReader, insertAnnouncement, putAway, withdraw } from "./announcements.store.ts";

/** Hides an announcement from one person until the given time, or for good. */
export async function putAwayFor({ tx, actor, now }: Doing, id: string, until: Date | null): Promise<void> {
  orNotFound(await findForReader(tx, actor, id, now));
  await putAway(tx, actor.personId, id, until);
}

type Written = InputOf<typeof announcements.add>["body"];

/** Creates an announcement, starting now unless a start is given. Returns its id. */
export async function addAnnouncement(
  { tx, actor, now, doer }: Doing<OperatorActor>,
  written: Written,
): Promise<string> {
  const starts = written.Starts ? new Date(written.Starts) : now;
  const ends = written.Ends ? new Date(written.Ends) : null;
  if (ends && ends <= starts) throw new AppError("invalidRequest", { fields: { Ends: "Must be after the start" } });
  const resellers = [...new Set(written.ResellerIds)];
  if (resellers.length > 0 && (await countResellers(tx, resellers)) < resellers.length)
    throw new AppError("invalidRequest", { fields: { ResellerIds: "One of these resellers does not exist" } });
  const { id } = await insertAnnouncement(tx, {
    kind: written.Kind,
    title: written.Title,
    body: written.Body,
    user_kinds: [...new Set(written.UserKinds)],
    reseller_ids: resellers,
    starts_at: starts,
    ends_at: ends,
    created_by: actor.displayName,
    created_at: now,
  });
  await recordActivity(tx, doer, {
    action: "announcements.add",
    what: `Announced “${written.Title}”`,
    object: ["announcement", id],
  });
  return id;
}

export async function withdrawAnnouncement({ tx, now, doer }: Doing<OperatorActor>, id: string): Promise<void> {
  await withdraw(tx, id, now);
  const what = "Withdrew an announcement";
  await recordActivity(tx, doer, { action: "announcements.withdraw", what, object: ["announcement", id] });
}
