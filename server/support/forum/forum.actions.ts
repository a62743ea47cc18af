import { forumGroupsOf } from "@tradewind/domain/support/help.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Doing } from "../../platform/http.ts";
import { spendRequest } from "./forum.store.ts";

/** Answers a request of the forum to sign its visitor in; one that is forged, spent or leads elsewhere is refused, and logged. */
export async function signInAtForum(
  { actor, platform: { forum }, tx, doer }: Doing,
  request: { sso: string; sig: string },
): Promise<string> {
  const asked = forum?.read(request);
  if (!forum || !asked || !(await spendRequest(tx, asked.nonce))) throw new AppError("forumRequestRefused");
  await recordActivity(tx, doer, {
    action: "support.community",
    what: "Signed in to the community",
    object: ["person", actor.personId],
    customerId: actor.customerId,
  });
  return forum.answer(asked, {
    external_id: actor.personId,
    email: actor.email,
    username: actor.userName,
    name: actor.displayName,
    groups: forumGroupsOf(actor.kind).join(","),
  });
}
