import { z } from "zod";
import { address, defineVendor } from "../vendor.ts";
import { azureAgreement, microsoft365Agreement } from "./agreements.data.ts";
import { firstSteps } from "./first-steps.ts";
import { microsoftFulfiller } from "./microsoft-fulfiller.ts";
import { offers } from "./offers.data.ts";
import { partnerCenter } from "./partner-center.ts";
import { policies } from "./policies.data.ts";
import { prices } from "./prices.data.ts";
import { products } from "./products.data.ts";

/** New-commerce licences, sold through Partner Center. */
export const microsoft = defineVendor({
  id: "microsoft",
  name: "Microsoft",
  can: { sharesTenant: true, forgetsSchedules: true, namesPartner: true },
  settings: {
    MICROSOFT_URL: address.default("https://api.partnercenter.microsoft.com"),
    MICROSOFT_TOKEN_URL: address.default("https://login.microsoftonline.com"),
    MICROSOFT_TENANT: z.string().default(""),
    MICROSOFT_CLIENT_ID: z.string().default(""),
    MICROSOFT_CLIENT_SECRET: z.string().default(""),
    /** Of the secure application model; agreements can only be confirmed with it. */
    MICROSOFT_REFRESH_TOKEN: z.string().default(""),
  },
  catalogue: { products, offers, policies, prices, agreements: [microsoft365Agreement, azureAgreement] },
  firstSteps,
  connect: (settings, { now }) => ({
    fulfiller: microsoftFulfiller(
      partnerCenter({
        apiUrl: settings.MICROSOFT_URL,
        identityUrl: settings.MICROSOFT_TOKEN_URL,
        tenant: settings.MICROSOFT_TENANT,
        clientId: settings.MICROSOFT_CLIENT_ID,
        clientSecret: settings.MICROSOFT_CLIENT_SECRET,
        now,
        ...(settings.MICROSOFT_REFRESH_TOKEN ? { refreshToken: settings.MICROSOFT_REFRESH_TOKEN } : {}),
      }),
    ),
  }),
});
