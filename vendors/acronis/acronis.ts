import { z } from "zod";
import { address, defineVendor } from "../vendor.ts";
import { acronisApi } from "./acronis-api.ts";
import { acronisConsole } from "./acronis-console.ts";
import { acronisFulfiller } from "./acronis-fulfiller.ts";
import { acronisObserver } from "./acronis-observe.ts";
import { acronisReport, acronisUsage } from "./acronis-usage.ts";
import { acronisAgreement } from "./agreements.data.ts";
import { backupContact } from "./backup-contact.ts";
import { costs } from "./costs.data.ts";
import { offers } from "./offers.data.ts";
import { policies } from "./policies.data.ts";
import { prices } from "./prices.data.ts";
import { products } from "./products.data.ts";

/** Backup and file sharing on Acronis Cyber Platform. */
export const acronis = defineVendor({
  id: "acronis",
  name: "Acronis",
  can: { opensConsole: true, upgrades: true, upgradesWhole: true },
  settings: {
    ACRONIS_URL: address.default("https://dev-cloud.acronis.com"),
    ACRONIS_CLIENT_ID: z.string().default(""),
    ACRONIS_CLIENT_SECRET: z.string().default(""),
  },
  catalogue: {
    products,
    offers,
    policies,
    prices,
    costs,
    serviceActions: [backupContact],
    agreements: [acronisAgreement],
  },
  connect: (settings) => {
    const api = acronisApi({
      baseUrl: settings.ACRONIS_URL,
      clientId: settings.ACRONIS_CLIENT_ID,
      clientSecret: settings.ACRONIS_CLIENT_SECRET,
    });
    return {
      fulfiller: acronisFulfiller(api),
      openConsole: acronisConsole(api, settings.ACRONIS_URL),
      usage: acronisUsage(api),
      usageReport: acronisReport(api),
      ...acronisObserver(api),
    };
  },
});
