import type { PsaCacheInfo, PsaSync } from "@tradewind/contract/psa/psa.ts";
import {
  cacheLifetime,
  dataSyncOf,
  isExpiring,
  psaNames,
  psaSyncStatusOf,
  refreshes,
  type PsaSyncStatus,
  type Refresh,
  type Trigger,
} from "@tradewind/domain/psa/sync.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { mustBeOn, mustSeeAll } from "../integration/integration.actions.ts";
import { beginSync, endSync, findSync, unstage, type SyncRow } from "./sync.store.ts";

export const syncOf = (kind: Refresh, row: SyncRow | undefined): PsaSync => ({
  kind,
  status: dataSyncOf(row?.state),
  completedAt: row?.completed_at?.toISOString() ?? null,
  endedAt: row?.ended_at?.toISOString() ?? null,
  askedBy: row?.asked_by ?? null,
  done: row?.done ?? 0,
  message: row?.message ?? null,
});
/** Lists how each kind stands; whatever was read with everything was read too, unless asked for by itself since. */
export function syncsOf(rows: readonly SyncRow[]): PsaSync[] {
  const byKind = new Map(rows.map((row) => [row.kind, row]));
  const all = byKind.get("all");
  return refreshes.map((kind) => {
    const own = byKind.get(kind);
    const whole = all?.completed_at;
    // What everything has brought last stays so, however its next reading ended.
    if (!whole || (own && own.asked_at > whole)) return syncOf(kind, own);
    return syncOf(kind, kind === "all" ? all : { ...all, state: "Completed", ended_at: whole, message: null });
  });
}

export function cacheInfoOf(row: SyncRow | undefined, now: Date): PsaCacheInfo {
  const readAt = row?.completed_at ?? null;
  return {
    psaDataCacheSyncStatus: psaSyncStatusOf(row?.state),
    cachedAt: readAt?.toISOString() ?? null,
    ageMs: readAt && now.getTime() - readAt.getTime(),
    lifetimeMs: cacheLifetime,
    isExpiring: isExpiring(readAt?.getTime() ?? null, now.getTime()),
  };
}

const words: Readonly<Record<Refresh, string>> = {
  customers: "the companies",
  services: "the products",
  azureReport: "the charges for Azure",
  productMovement: "the product movement",
  reconciliation: "what is billed",
  all: "everything",
  contracts: "the agreements",
};

/** Has a worker read the PSA, or joins a reading of that kind which is under way. Returns how it stands. */
export async function askForSync(
  { tx, actor, doer, now, platform }: Doing<TenantActor>,
  kind: Refresh,
  trigger: Trigger,
): Promise<PsaSyncStatus> {
  const { resellerId } = actor;
  const { type } = await mustBeOn(tx, actor);
  const syncId = await beginSync(tx, { resellerId, kind, trigger, by: actor.displayName, now });
  const what = `Asked to read ${words[kind]} of ${psaNames[type]} anew`;
  await recordActivity(tx, doer, {
    action: "psa.refresh",
    what: syncId ? what : `${what}, which is under way`,
    object: ["reseller", resellerId],
  });
  if (!syncId) return psaSyncStatusOf((await findSync(tx, resellerId, kind))?.state);
  await announce(tx, resellerId, ["psa"]);
  await platform.jobs.file(tx, "psa.sync", { resellerId, syncId });
  return "New";
}

export async function cancelSync({ tx, actor, doer, now }: Doing<TenantActor>, kind: Refresh): Promise<PsaSync> {
  mustSeeAll(actor);
  const { resellerId } = actor;
  const row = await findSync(tx, resellerId, kind);
  const isEnded = row !== undefined && (await endSync(tx, resellerId, row.id, { state: "Canceled", now }));
  if (isEnded) await unstage(tx, resellerId, row.id);
  await announce(tx, resellerId, ["psa"]);
  await recordActivity(tx, doer, {
    action: "psa.cancel",
    what: isEnded
      ? `Stopped reading ${words[kind]} of the PSA`
      : `Wanted to stop reading ${words[kind]} of the PSA, which was over`,
    object: ["reseller", resellerId],
  });
  return syncOf(kind, await findSync(tx, resellerId, kind));
}
