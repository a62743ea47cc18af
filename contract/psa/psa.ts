/**
 * A reseller's own system for professional services (PSA). The calls are there twice, at the new service and at the old monolith,
 * which answers the same except for what it lacks. Names follow the specification.
 */
import { matchReasons } from "@tradewind/domain/psa/suggesting.ts";
import {
  dataSyncStatuses,
  psaSyncStatuses,
  psaTypes,
  refreshes,
  triggers,
  type Refresh,
} from "@tradewind/domain/psa/sync.ts";
import * as z from "zod/mini";
import { day, endpoint, id, instant } from "../endpoint.ts";
import type { ErrorCode } from "../errors.ts";
import { azureChargesAt } from "./azure-charges.ts";
import { reconciliationAt } from "./reconciliation.ts";
import { movementCallsAt } from "./movement.ts";
import { serviceAt } from "./service.ts";
import { updated } from "./updates.ts";

const access = { anyOf: ["pSA"], kinds: ["reseller", "engineer"] } as const;
const shared = { access, errors: ["onlyPartOfCompany"] } as const;
const whileOn = { access, errors: ["onlyPartOfCompany", "psaNotOn"] } as const;
const cached = { flag: "PSADataCaching" } as const;

const type = z.union([z.literal(psaTypes.connectWise), z.literal(psaTypes.autoTask)]);
const text = (name: string, most: number) =>
  z.string().check(z.trim(), z.minLength(1, `${name} is required`), z.maxLength(most));
const address = z.string().check(
  z.trim(),
  z.maxLength(300),
  z.refine(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && !/[?#]|\/\/.*@/.test(value),
    "Must be the address of the PSA, as in https://eu.myconnectwise.net",
  ),
);
const wanted = z.strictObject({
  type,
  address,
  /** The company at ConnectWise; Autotask has none. */
  company: z.string().check(z.trim(), z.maxLength(100)),
  /** Those held stay if all three are left out. */
  keys: z.optional(z.strictObject({ user: text("This", 200), secret: text("This", 500), clientId: text("This", 200) })),
  defaultAgreementType: z.string().check(z.trim(), z.maxLength(100)),
  enabled: z.boolean(),
});
const settings = z.nullable(
  z.object({
    type,
    address: z.string(),
    company: z.string(),
    defaultAgreementType: z.string(),
    enabled: z.boolean(),
    changedBy: z.string(),
    changedAt: instant,
  }),
);
export type PsaSettings = z.output<typeof settings>;

const option = z.object({ id: z.string(), name: z.string() });
const match = z.object({
  ...option.shape,
  selectedOption: z.nullable(option),
  ignored: z.boolean(),
});
/** What an unmatched row may be, and by what that is known. */
const suggestion = z.object({ id: z.string(), option, reason: z.enum(matchReasons) });
/** A company in the PSA and its agreements, under which it is billed. */
const contractsOf = z.object({
  ...option.shape,
  contracts: z.array(
    z.object({
      ...option.shape,
      type: z.string(),
      isActive: z.boolean(),
      startDate: z.nullable(day),
      endDate: z.nullable(day),
    }),
  ),
});
/** Rows that are matched with one call. */
const mostMatched = 2_000;
/** What was changed; the rows that are not named stay as they are. */
const changed = (rowId: z.ZodMiniType<string, string>) =>
  z.strictObject({
    mappings: z
      .array(
        z.strictObject({
          id: rowId,
          name: z.string().check(z.maxLength(500)),
          selectedOption: z.nullable(
            z.strictObject({ id: z.string().check(z.maxLength(200)), name: z.string().check(z.maxLength(500)) }),
          ),
          ignored: z.boolean(),
        }),
      )
      .check(z.minLength(1), z.maxLength(mostMatched)),
  });
const sku = z.string().check(z.minLength(1), z.maxLength(200));
const product = z.object({ ...option.shape, sku: z.nullable(z.string()) });
/** What a PSA was read for, and how that reading stands. */
const synchronised = <T extends z.ZodMiniType>(response: T) =>
  z.object({ response, synchronization: z.object({ status: z.enum(psaSyncStatuses) }) });

const sync = z.object({
  kind: z.enum(refreshes),
  status: z.enum(dataSyncStatuses),
  /** When the last whole state was read. */
  completedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  askedBy: z.nullable(z.string()),
  /** What has been read so far. */
  done: z.number(),
  /** Why it failed. */
  message: z.nullable(z.string()),
});
export type PsaSync = z.output<typeof sync>;
const begun = z.object({ kind: z.enum(refreshes), status: z.enum(psaSyncStatuses) });

const cacheInfo = z.object({
  psaDataCacheSyncStatus: z.enum(psaSyncStatuses),
  /** When what is kept was read, and how old it may get. */
  cachedAt: z.nullable(instant),
  ageMs: z.nullable(z.number()),
  lifetimeMs: z.number(),
  isExpiring: z.boolean(),
});
export type PsaCacheInfo = z.output<typeof cacheInfo>;

const pathsOf: Readonly<Record<Refresh, string>> = {
  customers: "customers",
  services: "services",
  azureReport: "azure-report",
  productMovement: "product-movement",
  reconciliation: "reconciliation",
  all: "all",
  contracts: "contracts",
};

/** The calls below a base; `ofNew` are those that the old monolith lacks. */
function callsAt(base: `/api/${string}`, ofNew: { errors: readonly ErrorCode[] }) {
  const refresh = (kind: Refresh) =>
    endpoint({
      method: "POST",
      path: `${base}/refresh/${pathsOf[kind]}`,
      summary: `Has the PSA read anew: ${pathsOf[kind].replaceAll("-", " ")}. Joins a reading that is under way`,
      logs: "psa.refresh",
      ...whileOn,
      result: begun,
    });
  const read = <const Path extends string, T extends z.ZodMiniType>(path: Path, summary: string, response: T) =>
    endpoint({ method: "GET", path: `${base}/${path}`, summary, ...whileOn, result: synchronised(response) });
  const update = <const Path extends string>(path: Path, summary: string, rowId: z.ZodMiniType<string, string>) =>
    endpoint({
      method: "POST",
      path: `${base}/${path}`,
      summary,
      logs: "psa.match",
      access,
      largestBody: { bytes: 1_000_000, because: "As many customers as are matched at once, with their names." },
      body: changed(rowId),
      result: updated,
      errors: ["onlyPartOfCompany", "notFound", "psaNotOn", "psaOptionGone", "psaOptionTaken"],
    });
  return {
    availableIntegrations: endpoint({
      method: "GET",
      path: `${base}/available-integrations`,
      summary: "The PSAs that can be connected, by type",
      ...shared,
      result: z.object({ response: z.array(z.object({ type, name: z.string() })) }),
    }),
    settings: endpoint({
      method: "GET",
      path: `${base}/settings`,
      summary: "The PSA that the company has connected, or null; its keys are never shown again",
      ...shared,
      result: z.object({ response: settings }),
    }),
    updateSettings: endpoint({
      method: "POST",
      path: `${base}/settings`,
      summary: "Connects a PSA, or changes its settings; another PSA begins without what was read of the last one",
      logs: "psa.save",
      access,
      jump: false,
      body: wanted,
      result: z.object({ ...updated.shape, response: settings }),
      errors: ["onlyPartOfCompany", "psaTypeUnknown"],
    }),
    testConnection: endpoint({
      method: "POST",
      path: `${base}/settings/test`,
      summary: "Reads once with each right that is needed, with the settings given or the keys held, and saves nothing",
      reads: true,
      access,
      jump: false,
      body: z.omit(wanted, { defaultAgreementType: true, enabled: true }),
      result: z.object({
        succeeded: z.boolean(),
        /** Why there was no answer at all. */
        message: z.nullable(z.string()),
        rights: z.array(z.object({ name: z.string(), missing: z.nullable(z.string()) })),
      }),
      errors: ["onlyPartOfCompany", "psaTypeUnknown"],
    }),
    unmatchedOverview: endpoint({
      method: "GET",
      path: `${base}/unmatched-overview`,
      summary: "How many customers, services and agreements in the PSA are not matched",
      ...shared,
      flag: "PSAScreenOverview",
      sums: true,
      result: z.object({
        response: z.object({ customers: z.number(), services: z.number(), contracts: z.number() }),
      }),
    }),
    syncStatus: endpoint({
      method: "GET",
      path: `${base}/sync-status`,
      summary: "How the last reading of each kind stands",
      ...shared,
      result: z.object({ response: z.array(sync) }),
    }),
    cancelSync: endpoint({
      method: "POST",
      path: `${base}/sync-status/cancel`,
      summary: "Ends a reading that is under way; what was read before stays",
      logs: "psa.cancel",
      ...shared,
      body: z.strictObject({ kind: z.enum(refreshes) }),
      result: z.object({ response: sync }),
    }),
    latestCacheInfo: endpoint({
      method: "GET",
      path: `${base}/cache`,
      summary: "How old what is kept of the PSA is, and whether it is being read",
      ...shared,
      ...cached,
      errors: ofNew.errors,
      result: cacheInfo,
    }),
    refreshCache: endpoint({
      method: "POST",
      path: `${base}/cache/refresh`,
      summary: "Has all of the PSA read anew, by hand, on schedule or because a page was opened",
      logs: "psa.refresh",
      access,
      ...cached,
      errors: ofNew.errors,
      body: z.strictObject({ PSADataCacheSyncTriggerType: z.enum(triggers) }),
      result: z.object({ psaDataCacheSyncStatus: z.enum(psaSyncStatuses) }),
    }),
    ...azureChargesAt(base, ofNew.errors),
    ...serviceAt(base),
    refreshCustomers: refresh("customers"),
    refreshServices: refresh("services"),
    refreshAzureReport: refresh("azureReport"),
    refreshProductMovement: refresh("productMovement"),
    refreshReconciliation: refresh("reconciliation"),
    refreshAll: refresh("all"),
    refreshContracts: refresh("contracts"),
    customerMappings: read("customer-mappings", "Customers with the company that each is in the PSA", z.array(match)),
    psaCustomers: read("psa-customers", "Companies in the PSA", z.array(option)),
    services: read("services", "What is sold to customers, by name", z.array(option)),
    psaServices: read("psa-services", "What the PSA can bill every period", z.array(option)),
    products: read("products", "The whole catalogue of the PSA", z.array(product)),
    serviceMappings: read("service-mappings", "Services with what each is in the PSA", z.array(match)),
    productMappings: read(
      "product-mappings",
      "What is sold, with what each is billed as in the whole catalogue of the PSA; many may be billed as one",
      z.array(match),
    ),
    customerSuggestions: read(
      "customer-suggestions",
      "What customers that are not matched may be in the PSA",
      z.array(suggestion),
    ),
    serviceSuggestions: read(
      "service-suggestions",
      "What services that are not matched may be in the PSA",
      z.array(suggestion),
    ),
    contracts: read("contracts", "Agreements of each company in the PSA", z.array(contractsOf)),
    updateCustomerMappings: update("customer-mappings", "Says which company in the PSA customers are", id),
    updateServiceMappings: update("service-mappings", "Says what in the PSA services are", sku),
    updateProductMappings: update("product-mappings", "Says what in the PSA services are billed as", sku),
    ...reconciliationAt(base, ofNew),
    ...movementCallsAt(base, ofNew),
  };
}

export const psa = callsAt("/api/psa", { errors: whileOn.errors });
export const monolithPsa = callsAt("/api/monolith/psa", { errors: ["onlyPartOfCompany", "psaNewServiceOnly"] });
export type PsaCalls = typeof psa;
