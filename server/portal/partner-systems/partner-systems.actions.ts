import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { partnerSystems as endpoints } from "@tradewind/contract/portal/partner-systems.ts";
import { linkedSystems, type LinkedSystem } from "@tradewind/domain/portal/partner-systems.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { Actor, OperatorActor } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { addressesAt, type Config } from "../../platform/config.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { readAnew } from "../../platform/forget-sessions.ts";
import { reloadSessions } from "../../platform/sessions.store.ts";
import { linkReseller } from "./partner-systems.store.ts";

/** Lists a person's portals as linked from one of our hosts. `cloud` leads to this portal's default page. */
export function partnerSystemsOf(
  config: Config,
  host: string,
  { linkedSystems: linked }: Pick<Actor, "linkedSystems">,
): ResultOf<typeof endpoints.mine> {
  const { comms, distribution, hardware } = addressesAt(config, host);
  return [
    { slug: "cloud", link: "/", linked: true },
    { slug: "comms", link: comms, linked: linked.includes("comms") },
    { slug: "distribution", link: distribution, linked: linked.includes("distribution") },
    { slug: "hardware", link: hardware, linked: linked.includes("hardware") },
  ];
}

/** Open pages of the reseller's people follow at once. */
export async function linkSystems(doing: Doing<OperatorActor>, resellerId: string, wanted: readonly LinkedSystem[]) {
  const { tx, doer } = doing;
  const linked = linkedSystems.filter((system) => wanted.includes(system));
  const row = orNotFound(await linkReseller(tx, resellerId, linked));
  await recordActivity(
    tx,
    { ...doer, resellerId },
    {
      action: "partnerSystems.link",
      what: `Set the linked portals: ${linked.join(", ") || "none"}`,
      object: ["reseller", resellerId],
    },
  );
  await announce(tx, resellerId, ["session"]);
  await reloadSessions(tx);
  readAnew(doing);
  return row;
}
