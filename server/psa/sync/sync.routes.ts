import { monolithPsa, psa, type PsaCalls } from "@tradewind/contract/psa/psa.ts";
import type { Refresh } from "@tradewind/domain/psa/sync.ts";
import { AppError } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import { mustBeOn, mustSeeAll } from "../integration/integration.actions.ts";
import { askForSync, cacheInfoOf, cancelSync, syncsOf } from "./sync.actions.ts";
import { findSync, listSyncs } from "./sync.store.ts";

const refresh = (call: PsaCalls["refreshAll"], kind: Refresh) =>
  answer(call, async (doing) => ({ kind, status: await askForSync(doing, kind, "Manual") }));

const routesOf = (calls: PsaCalls) => [
  answer(calls.syncStatus, async ({ db, actor }) => {
    mustSeeAll(actor);
    return { response: syncsOf(await listSyncs(db, actor.resellerId)) };
  }),
  answer(calls.cancelSync, async (doing, { body }) => ({ response: await cancelSync(doing, body.kind) })),
  refresh(calls.refreshCustomers, "customers"),
  refresh(calls.refreshServices, "services"),
  refresh(calls.refreshAzureReport, "azureReport"),
  refresh(calls.refreshProductMovement, "productMovement"),
  refresh(calls.refreshReconciliation, "reconciliation"),
  refresh(calls.refreshAll, "all"),
  refresh(calls.refreshContracts, "contracts"),
];

/** What the old monolith has no implementation for. */
const notInMonolith = () => {
  throw new AppError("psaNewServiceOnly");
};

export const syncRoutes = [
  ...routesOf(psa),
  ...routesOf(monolithPsa),
  answer(psa.latestCacheInfo, async ({ db, actor, now }) => {
    await mustBeOn(db, actor);
    return cacheInfoOf(await findSync(db, actor.resellerId, "all"), now);
  }),
  answer(psa.refreshCache, async (doing, { body }) => ({
    psaDataCacheSyncStatus: await askForSync(doing, "all", body.PSADataCacheSyncTriggerType),
  })),
  answer(monolithPsa.latestCacheInfo, notInMonolith),
  answer(monolithPsa.refreshCache, notInMonolith),
];
