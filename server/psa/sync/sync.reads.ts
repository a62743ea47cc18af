import { psaSyncStatusOf, type PsaSyncStatus, type Refresh } from "@tradewind/domain/psa/sync.ts";
import type { TenantActor } from "../../platform/actor.ts";
import type { Context } from "../../platform/http.ts";
import { mustBeOn } from "../integration/integration.actions.ts";
import { findSync } from "./sync.store.ts";

/** Answers with what was read, and how the last reading of it or of everything stands. */
export async function synchronised<T>(
  { db, actor }: Pick<Context<TenantActor>, "db" | "actor">,
  kind: Refresh,
  list: (scope: { resellerId: string; source: string }) => Promise<T>,
): Promise<{ response: T; synchronization: { status: PsaSyncStatus } }> {
  const { source } = await mustBeOn(db, actor);
  const { resellerId } = actor;
  const [response, own, all] = await Promise.all([
    list({ resellerId, source }),
    findSync(db, resellerId, kind),
    findSync(db, resellerId, "all"),
  ]);
  const last = !own || (all && all.asked_at > own.asked_at) ? all : own;
  return { response, synchronization: { status: psaSyncStatusOf(last?.state) } };
}
