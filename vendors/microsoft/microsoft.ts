import { z } from "zod";
import { address, defineVendor } from "../vendor.ts";
import { azureAgreement, microsoft365Agreement } from "./agreements.data.ts";
import { costs } from "./costs.data.ts";
import { extendedPrices } from "./extended-prices.data.ts";
import { extendedOffer, isExtendable } from "./extended-service.ts";
import { firstSteps } from "./first-steps.ts";
import { adminTerms, microsoftAdmin } from "./microsoft-admin.ts";
import { microsoftDirectories } from "./microsoft-directory.ts";
import { microsoftFulfiller } from "./microsoft-fulfiller.ts";
import { microsoftGraph } from "./microsoft-graph.ts";
import { microsoftInvitations, readTenantRef } from "./microsoft-invitations.ts";
import { microsoftInvoices } from "./microsoft-invoices.ts";
import { offers } from "./offers.data.ts";
import { partnerCenter } from "./microsoft-api.ts";
import { keyOf, seenOf } from "./microsoft-seen.ts";
import { paceOf } from "./microsoft-pace.ts";
import { microsoftSpend } from "./microsoft-spend.ts";
import { microsoftTransfers } from "./microsoft-transfers.ts";
import { policies } from "./policies.data.ts";
import { prices } from "./prices.data.ts";
import { products } from "./products.data.ts";
import { partnerCenterWebhooks } from "./webhooks.ts";

/** New-commerce licences, sold through Partner Center. */
export const microsoft = defineVendor({
  id: "microsoft",
  name: "Microsoft",
  can: {
    sharesTenant: true,
    billsSuspended: true,
    upgrades: true,
    forgetsSchedules: true,
    changesTerms: true,
    changesBilling: true,
    namesPartner: true,
    transfers: { most: 25 },
    delegatesAdmin: adminTerms,
    tellsSpend: true,
  },
  settings: {
    MICROSOFT_URL: address.default("https://api.partnercenter.microsoft.com"),
    MICROSOFT_TOKEN_URL: address.default("https://login.microsoftonline.com"),
    MICROSOFT_GRAPH_URL: address.default("https://graph.microsoft.com"),
    MICROSOFT_AZURE_URL: address.default("https://management.azure.com"),
    /** The partner's billing account, under which Azure tells what its customers spend; not asked for without one. */
    MICROSOFT_BILLING_ACCOUNT: z.string().default(""),
    /** Where a tenant's administrator accepts invitations. */
    MICROSOFT_ADMIN_URL: address.default("https://admin.microsoft.com"),
    /** Security group of the partner that gets the roles of delegated admin relationships; by hand without one. */
    MICROSOFT_ADMIN_GROUP: z.union([z.uuid(), z.literal("")]).default(""),
    MICROSOFT_TENANT: z.string().default(""),
    MICROSOFT_CLIENT_ID: z.string().default(""),
    MICROSOFT_CLIENT_SECRET: z.string().default(""),
    /** Refresh token of the secure application model; agreements can only be confirmed with it. */
    MICROSOFT_REFRESH_TOKEN: z.string().default(""),
    /** Requests a minute that it answers to this partner. */
    MICROSOFT_CALLS_A_MINUTE: z.coerce.number().int().min(50).default(500),
    /**
     * Address of the webhook certificates, and the authorities trusted to issue them, as PEM. Without authorities, none
     * is accepted.
     */
    MICROSOFT_WEBHOOK_CERTIFICATES: address.default("https://3psostorageacct.blob.core.windows.net"),
    MICROSOFT_WEBHOOK_AUTHORITIES: z.string().default(""),
  },
  catalogue: {
    products,
    offers: [...offers, ...offers.filter(isExtendable).map(extendedOffer)],
    policies,
    prices: [...prices, extendedPrices],
    costs,
    agreements: [microsoft365Agreement, azureAgreement],
  },
  firstSteps,
  readTenantRef,
  connect(settings, { names, now, newId }) {
    const shared = {
      identityUrl: settings.MICROSOFT_TOKEN_URL,
      tenant: settings.MICROSOFT_TENANT,
      clientId: settings.MICROSOFT_CLIENT_ID,
      clientSecret: settings.MICROSOFT_CLIENT_SECRET,
      now,
      newId,
      ...(settings.MICROSOFT_REFRESH_TOKEN ? { refreshToken: settings.MICROSOFT_REFRESH_TOKEN } : {}),
    };
    const api = partnerCenter({ ...shared, apiUrl: settings.MICROSOFT_URL });
    const graph = microsoftGraph({ ...shared, graphUrl: settings.MICROSOFT_GRAPH_URL });
    const { MICROSOFT_WEBHOOK_CERTIFICATES: certificates, MICROSOFT_WEBHOOK_AUTHORITIES: authorities } = settings;
    return {
      fulfiller: microsoftFulfiller(
        api,
        names,
        microsoftDirectories({ ...shared, graphUrl: settings.MICROSOFT_GRAPH_URL }),
      ),
      pace: paceOf(settings.MICROSOFT_CALLS_A_MINUTE),
      invoices: microsoftInvoices(api, graph, settings.MICROSOFT_GRAPH_URL),
      ...(settings.MICROSOFT_BILLING_ACCOUNT === ""
        ? {}
        : {
            spend: microsoftSpend({
              ...shared,
              azureUrl: settings.MICROSOFT_AZURE_URL,
              account: settings.MICROSOFT_BILLING_ACCOUNT,
            }),
          }),
      transfers: microsoftTransfers(api, newId),
      invitations: microsoftInvitations(api, graph, settings.MICROSOFT_ADMIN_URL),
      delegatedAdmin: microsoftAdmin(graph, settings.MICROSOFT_ADMIN_URL, settings.MICROSOFT_ADMIN_GROUP || undefined),
      ...(authorities === "" ? {} : { webhooks: partnerCenterWebhooks({ certificates, authorities }, now, api) }),
      async observe({ tenantRef, vendorRef }) {
        const found = await api.findSubscription(tenantRef, vendorRef);
        return found && seenOf(found);
      },
      async observeTenant(tenantRef) {
        const all = await api.listSubscriptions(tenantRef);
        return all.map((each) => ({
          ...seenOf(each),
          vendorRef: each.id,
          name: each.friendlyName ?? each.offerName ?? each.id,
          key: keyOf(each),
          ...(each.offerId ? { offerRef: each.offerId } : {}),
          ...(each.parentSubscriptionId ? { parentRef: each.parentSubscriptionId } : {}),
        }));
      },
    };
  },
});
