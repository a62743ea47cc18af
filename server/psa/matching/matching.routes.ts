import { monolithPsa, psa, type PsaCalls } from "@tradewind/contract/psa/psa.ts";
import { psaSyncStatusOf, type Refresh } from "@tradewind/domain/psa/sync.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { answer, type Context } from "../../platform/http.ts";
import { mustBeOn, mustSeeAll } from "../integration/integration.actions.ts";
import { saveMatches } from "./matching.actions.ts";
import { findConnection } from "../integration/integration.store.ts";
import { findSync } from "../sync/sync.store.ts";
import {
  countUnmatched,
  listCompanies,
  listCustomerMatches,
  listProducts,
  listServiceMatches,
  listServices,
  type MatchRow,
} from "./matching.store.ts";

type Scope = { resellerId: string; source: string };

const matchOf = ({ id, name, option_id, option_name, ignored }: MatchRow) => ({
  id,
  name,
  selectedOption: option_id === null ? null : { id: option_id, name: option_name ?? option_id },
  ignored,
});

/** Answers with what was read, and how the last reading of it or of everything stands. */
async function synchronised<T>(
  { db, actor }: Context<TenantActor>,
  kind: Refresh,
  list: (scope: Scope) => Promise<T>,
): Promise<{ response: T; synchronization: { status: ReturnType<typeof psaSyncStatusOf> } }> {
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

const routesOf = (calls: PsaCalls) => [
  answer(calls.unmatchedOverview, async ({ db, actor }) => {
    mustSeeAll(actor);
    const connection = await findConnection(db, actor.resellerId);
    const scope = { resellerId: actor.resellerId, source: connection?.source ?? "" };
    return { response: await countUnmatched(db, scope) };
  }),
  answer(calls.customerMappings, (context) =>
    synchronised(context, "customers", async (scope) => (await listCustomerMatches(context.db, scope)).map(matchOf)),
  ),
  answer(calls.psaCustomers, (context) =>
    synchronised(context, "customers", ({ resellerId }) => listCompanies(context.db, resellerId)),
  ),
  answer(calls.services, (context) =>
    synchronised(context, "services", ({ resellerId }) => listServices(context.db, resellerId)),
  ),
  answer(calls.psaServices, (context) =>
    synchronised(context, "services", async ({ resellerId }) =>
      (await listProducts(context.db, resellerId, { recurring: true })).map(({ id, name }) => ({ id, name })),
    ),
  ),
  answer(calls.products, (context) =>
    synchronised(context, "services", ({ resellerId }) => listProducts(context.db, resellerId, { recurring: false })),
  ),
  answer(calls.serviceMappings, (context) =>
    synchronised(context, "services", async (scope) => (await listServiceMatches(context.db, scope)).map(matchOf)),
  ),
  answer(calls.updateCustomerMappings, (doing, { body }) => saveMatches(doing, "customers", body.mappings)),
  answer(calls.updateServiceMappings, (doing, { body }) => saveMatches(doing, "services", body.mappings)),
];

export const matchingRoutes = [...routesOf(psa), ...routesOf(monolithPsa)];
