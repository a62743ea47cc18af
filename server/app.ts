import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { serveApiDescription } from "./developer/api-description/api-description.routes.ts";
import { serveMicroFrontends } from "./portal/micro-frontends/micro-frontends.routes.ts";
import { labelsByHost, serveLabelFiles } from "./portal/white-label/white-label-files.ts";
import { serveHelpPictures } from "./support/knowledge-base/help-picture-files.ts";
import { serveProductPictures } from "./catalogue/assortment/product-picture-files.ts";
import { connectVendors } from "./connections.ts";
import { joinPlatform } from "./join.ts";
import { serveScim } from "./access/scim/scim.routes.ts";
import { pageAt } from "./pages.ts";
import { directDebitWebhook } from "./billing/direct-debits/direct-debit-webhook.actions.ts";
import { paymentWebhook } from "./billing/payments/payment-webhook.actions.ts";
import { vendorWebhook } from "./ordering/webhooks/take-webhook.actions.ts";
import type { Config } from "./platform/config.ts";
import { mount } from "./platform/mount.ts";
import { mountWebhooks } from "./platform/webhooks.ts";
import { serveFramedPage } from "./platform/framed-page.ts";
import type { Platform } from "./platform/platform.ts";
import { httpServer, servePortal } from "./platform/serve.ts";
import { routes } from "./routes.ts";

/** Starts a web process, which is stateless: any number can run. */
export async function webApp(
  config: Config,
  log: Logger,
): Promise<{ app: FastifyInstance; platform: Platform; close(): Promise<void> }> {
  const platform = await joinPlatform(config, log, "app_identity");
  const app = await httpServer(platform);
  mount(app, platform, routes);
  mountWebhooks(app, [
    vendorWebhook(platform, connectVendors(platform)),
    paymentWebhook(platform),
    directDebitWebhook(platform),
  ]);
  serveScim(app, platform);
  serveApiDescription(app);
  serveMicroFrontends(app, platform);
  serveLabelFiles(app, platform);
  const { vault, gateway, chat } = platform;
  if (vault) serveFramedPage(app, "payment-page", vault.browser);
  if (gateway) serveFramedPage(app, "card-page", gateway.browser);
  if (chat) serveFramedPage(app, "live-chat", { ...chat, isApart: true });
  serveProductPictures(app, platform);
  serveHelpPictures(app, platform);
  await servePortal(app, pageAt, config, labelsByHost(platform));
  await platform.jobs.start();
  await platform.hub.start();
  return {
    app,
    platform,
    async close() {
      await platform.hub.stop();
      await app.close();
      await platform.jobs.stop();
      await platform.exports.close();
      await platform.replica.close();
      await platform.database.close();
    },
  };
}
