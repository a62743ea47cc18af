import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { readAnew } from "../../platform/forget-sessions.ts";
import { reloadSessions } from "../../platform/sessions.store.ts";
import { findFlag, findReseller, insertChange, setForReseller, updateFlag } from "./flags.store.ts";

/** Open pages follow on their next load, the server at once. */
export async function changeFlag(
  doing: Doing<OperatorActor>,
  flag: string,
  enabled: boolean,
  percentage: number,
): Promise<void> {
  const { tx, now, actor, doer } = doing;
  orNotFound(await updateFlag(tx, flag, { enabled, percentage }));
  const share = percentage === 100 ? "" : ` for ${percentage}% of the resellers`;
  await insertChange(tx, { flag, at: now, who: actor.displayName, what: enabled ? `On${share}` : "Off" });
  const what = `Switched ${flag}: ${enabled ? `on${share}` : "off"}`;
  await recordActivity(tx, doer, { action: "flags.change", what, object: ["flag", null] });
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
  const { tx, now, actor, doer } = doing;
  const reseller = orNotFound(await findReseller(tx, resellerId));
  orNotFound(await findFlag(tx, flag));
  await setForReseller(tx, flag, resellerId, enabled);
  const state = states.get(enabled)!;
  await insertChange(tx, { flag, at: now, who: actor.displayName, what: `${reseller.name}: ${state}` });
  await recordActivity(
    tx,
    { ...doer, resellerId },
    { action: "flags.change", what: `Switched ${flag}: ${state}`, object: ["flag", null] },
  );
  await announce(tx, resellerId, ["session"]);
  await forget(doing);
}

async function forget(doing: Doing<OperatorActor>): Promise<void> {
  await reloadSessions(doing.tx);
  readAnew(doing);
}
