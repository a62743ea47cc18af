import { monolithPsa, psa, type PsaCalls } from "@tradewind/contract/psa/psa.ts";
import { psaSyncStatusOf } from "@tradewind/domain/psa/sync.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import { answer, type Context } from "../../platform/http.ts";
import { findSync } from "../sync/sync.store.ts";
import { ignoreSalesOrders } from "./reconciliation.actions.ts";
import { readReport, reconciliationFile } from "./reconciliation.reads.ts";

const statusOf = async ({ db, actor }: Context<TenantActor>) => {
  const [own, all] = await Promise.all([
    findSync(db, actor.resellerId, "reconciliation"),
    findSync(db, actor.resellerId, "all"),
  ]);
  const last = !own || (all && all.asked_at > own.asked_at) ? all : own;
  return psaSyncStatusOf(last?.state);
};

const routesOf = (calls: PsaCalls) => [
  answer(calls.reconciliation, async (context) => ({
    response: await readReport(context),
    synchronization: { status: await statusOf(context) },
  })),
];

/** What the old monolith has no implementation for. */
const notInMonolith = () => {
  throw new AppError("psaNewServiceOnly");
};

export const reconciliationRoutes = [
  ...routesOf(psa),
  ...routesOf(monolithPsa),
  answer(psa.ignoreSalesOrders, (doing, { body }) => ignoreSalesOrders(doing, body)),
  answer(psa.reconciliationCsv, (context) => reconciliationFile(context)),
  answer(monolithPsa.ignoreSalesOrders, notInMonolith),
  answer(monolithPsa.reconciliationCsv, notInMonolith),
];
