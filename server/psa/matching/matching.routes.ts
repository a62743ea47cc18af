import { monolithPsa, psa, type PsaCalls } from "@tradewind/contract/psa/psa.ts";
import { isPublicHost } from "@tradewind/domain/access/sign-in-domains.ts";
import { suggest, type Known } from "@tradewind/domain/psa/suggesting.ts";
import { answer } from "../../platform/http.ts";
import { mustSeeAll } from "../integration/integration.actions.ts";
import { saveMatches } from "./matching.actions.ts";
import { findConnection } from "../integration/integration.store.ts";
import { synchronised } from "../sync/sync.reads.ts";
import {
  countUnmatched,
  listCompanies,
  listContracts,
  listCustomerMatches,
  listProducts,
  listServices,
  listSoldMatches,
  listUnmatchedCustomers,
  listUnmatchedServices,
  type MatchRow,
} from "./matching.store.ts";

const matchOf = ({ id, name, option_id, option_name, ignored }: MatchRow) => ({
  id,
  name,
  selectedOption: option_id === null ? null : { id: option_id, name: option_name ?? option_id },
  ignored,
});

/** A mail host that everybody may use says nothing of a company. */
const withOwnDomain = (known: Known): Known => ({
  ...known,
  domain: known.domain && !isPublicHost(known.domain) ? known.domain : null,
});

const contractsOf = (rows: Awaited<ReturnType<typeof listContracts>>) =>
  [...Map.groupBy(rows, ({ company }) => company)].map(([company, contracts]) => ({
    id: company,
    name: contracts[0]!.company_name,
    contracts: contracts.map(({ id, name, type, is_active, starts_on, ends_on }) => ({
      id,
      name,
      type,
      isActive: is_active,
      startDate: starts_on,
      endDate: ends_on,
    })),
  }));

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
    synchronised(context, "services", async (scope) =>
      (await listSoldMatches(context.db, scope, "services")).map(matchOf),
    ),
  ),
  answer(calls.productMappings, (context) =>
    synchronised(context, "services", async (scope) =>
      (await listSoldMatches(context.db, scope, "products")).map(matchOf),
    ),
  ),
  answer(calls.customerSuggestions, (context) =>
    synchronised(context, "customers", async (scope) => {
      const { ours, theirs } = await listUnmatchedCustomers(context.db, scope, context.platform.clock.today());
      return suggest(ours.map(withOwnDomain), theirs);
    }),
  ),
  answer(calls.serviceSuggestions, (context) =>
    synchronised(context, "services", async (scope) => {
      const { ours, theirs } = await listUnmatchedServices(context.db, scope);
      return suggest(ours, theirs);
    }),
  ),
  answer(calls.contracts, (context) =>
    synchronised(context, "contracts", async ({ resellerId }) =>
      contractsOf(await listContracts(context.db, resellerId)),
    ),
  ),
  answer(calls.updateCustomerMappings, (doing, { body }) => saveMatches(doing, "customers", body.mappings)),
  answer(calls.updateServiceMappings, (doing, { body }) => saveMatches(doing, "services", body.mappings)),
  answer(calls.updateProductMappings, (doing, { body }) => saveMatches(doing, "products", body.mappings)),
];

export const matchingRoutes = [...routesOf(psa), ...routesOf(monolithPsa)];
