import { recordActivity } from "../../platform/activity.store.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { reloadSessions } from "../../platform/sessions.store.ts";
import { lockDisplay, setDisplay, type Display } from "./display.store.ts";

const changes = {
  hide_pricing: ["Showed prices to the company’s own people", "Hid prices from the company’s own people"],
  hide_banner: ["Showed the banner", "Hid the banner"],
  show_own_prices: ["Hid from customers’ people what they pay", "Showed customers’ people what they pay"],
} as const;

/**
 * Saves the display settings; what is not said stays. They apply to signed-in people at once: prices disappear from, or return to, the next
 * answers.
 */
export async function saveDisplay({ tx, actor, doer, platform }: Doing, said: Partial<Display>): Promise<Display> {
  const before = await lockDisplay(tx, actor.resellerId);
  const wanted = { ...before, ...said };
  const changed = (["hide_pricing", "hide_banner", "show_own_prices"] as const).filter(
    (name) => before[name] !== wanted[name],
  );
  if (changed.length === 0) return before;
  await setDisplay(tx, actor.resellerId, wanted);
  await recordActivity(tx, doer, {
    action: "display.save",
    what: changed.map((name) => changes[name][wanted[name] ? 1 : 0]).join("; "),
    object: ["displaySettings", actor.resellerId],
  });
  await announce(tx, actor.resellerId, ["session", "display"]);
  await reloadSessions(tx);
  platform.sessions.forget("");
  return wanted;
}
