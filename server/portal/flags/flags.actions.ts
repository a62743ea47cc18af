import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { readAnew } from "../../platform/forget-sessions.ts";
import { reloadSessions } from "../../platform/sessions.store.ts";
import { findFlag, findReseller, insertChange, setForReseller, updateFlag } from "./flags.store.ts";

/**
 * Writes a change into the history beside the switch, which holds it by flag, and into the activity log, which knows a
 * flag only by its words.
 */
async function told(
  { tx, now, actor, doer }: Doing<OperatorActor>,
  flag: string,
  state: string,
  reseller?: { id: string; name: string },
): Promise<void> {
  const what = reseller ? `${reseller.name}: ${state}` : state.charAt(0).toUpperCase() + state.slice(1);
  await insertChange(tx, { flag, at: now, who: actor.displayName, what });
  await recordActivity(
    tx,
    { ...doer, ...(reseller && { resellerId: reseller.id }) },
    { action: "flags.change", what: `Switched ${flag}: ${state}`, object: ["flag", null] },
  );
}

/** Open pages follow on their next load, the server at once. */
export async function changeFlag(
  doing: Doing<OperatorActor>,
  flag: string,
  enabled: boolean,
  percentage: number,
): Promise<void> {
  orNotFound(await updateFlag(doing.tx, flag, { enabled, percentage }));
  const share = percentage === 100 ? "" : ` for ${percentage}% of the resellers`;
  await told(doing, flag, enabled ? `on${share}` : "off");
  await forget(doing);
}

const states = new Map([
  [true, "on"],
  [false, "off"],
  [null, "as for everybody else"],
]);

/** Switches a flag for one reseller, whose open pages follow at once. */
export async function changeForReseller(
  doing: Doing<OperatorActor>,
  flag: string,
  resellerId: string,
  enabled: boolean | null,
) {
  const { tx } = doing;
  const { name } = orNotFound(await findReseller(tx, resellerId));
  orNotFound(await findFlag(tx, flag));
  await setForReseller(tx, flag, resellerId, enabled);
  await told(doing, flag, states.get(enabled)!, { id: resellerId, name });
  await announce(tx, resellerId, ["session"]);
  await forget(doing);
}

async function forget(doing: Doing<OperatorActor>): Promise<void> {
  await reloadSessions(doing.tx);
  readAnew(doing);
}
