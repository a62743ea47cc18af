import { monolithPsa, psa, type PsaCalls } from "@tradewind/contract/psa/psa.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { useSession } from "../../platform/session.ts";

/** Returns the calls of the new service or of the old monolith, whichever is on for the reseller. */
export const usePsaCalls = (): PsaCalls => (useSession().flags.has("UseNewPSAService") ? psa : monolithPsa);

export const psaSettingsQuery = (calls: PsaCalls) =>
  queryOptions({
    queryKey: ["psa", "settings", calls.settings.path],
    queryFn: async ({ signal }) => (await call(calls.settings, { signal })).response,
    staleTime: 0,
  });

export const availableIntegrationsQuery = (calls: PsaCalls) =>
  queryOptions({
    queryKey: ["psa", "available", calls.availableIntegrations.path],
    queryFn: async ({ signal }) => (await call(calls.availableIntegrations, { signal })).response,
  });
