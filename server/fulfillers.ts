import { microsoftFulfiller } from "@tradewind/vendors/microsoft/microsoft-fulfiller.ts";
import { partnerCenter } from "@tradewind/vendors/microsoft/partner-center.ts";
import { acronisFulfiller } from "@tradewind/vendors/acronis/acronis-fulfiller.ts";
import { acronis } from "@tradewind/vendors/acronis/acronis.ts";
import { manualFulfiller } from "@tradewind/vendors/people/people-fulfiller.ts";
import type { Fulfillers } from "./ordering/fulfilment/fulfil.jobs.ts";
import { manualQueue } from "./ordering/work/manual-queue.actions.ts";
import type { Config } from "./platform/config.ts";
import type { Platform } from "./platform/platform.ts";

/** Everyone who provides services, joined up from the settings. */
export function fulfillersOf(config: Config, platform: Platform): Fulfillers {
  return {
    microsoft: microsoftFulfiller(
      partnerCenter({
        apiUrl: config.MICROSOFT_URL,
        identityUrl: config.MICROSOFT_TOKEN_URL,
        tenant: config.MICROSOFT_TENANT,
        clientId: config.MICROSOFT_CLIENT_ID,
        clientSecret: config.MICROSOFT_CLIENT_SECRET,
        ...(config.MICROSOFT_REFRESH_TOKEN ? { refreshToken: config.MICROSOFT_REFRESH_TOKEN } : {}),
      }),
    ),
    acronis: acronisFulfiller(
      acronis({
        baseUrl: config.ACRONIS_URL,
        clientId: config.ACRONIS_CLIENT_ID,
        clientSecret: config.ACRONIS_CLIENT_SECRET,
      }),
    ),
    manual: (resellerId) => manualFulfiller(manualQueue(platform, resellerId)),
  };
}
