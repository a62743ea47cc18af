import { readBankFile } from "@tradewind/vendors/bank/read-bank-file.ts";
import { clamd } from "@tradewind/vendors/scanner/clamd.ts";
import { discourse } from "@tradewind/vendors/discourse/discourse-connect.ts";
import { livechat } from "@tradewind/vendors/livechat/livechat.ts";
import { gocardlessDebits } from "@tradewind/vendors/gocardless/gocardless.ts";
import { autotask } from "@tradewind/vendors/autotask/autotask.ts";
import { connectWise } from "@tradewind/vendors/connectwise/connectwise.ts";
import { guardedFetch } from "@tradewind/vendors/guarded-fetch.ts";
import { psaTypes } from "@tradewind/domain/psa/sync.ts";
import { helpjuice } from "@tradewind/vendors/helpjuice/helpjuice.ts";
import { stripeGateway } from "@tradewind/vendors/stripe/stripe.ts";
import { zuoraVault } from "@tradewind/vendors/zuora/zuora.ts";
import type { Logger } from "pino";
import { isGeneralUnsigned } from "./catalogue/agreements/agreements.store.ts";
import { checkSettings, checkStart } from "./platform/check-start.ts";
import { businessClock } from "./platform/clock.ts";
import { directUrl, type Config } from "./platform/config.ts";
import { openDatabase } from "./platform/database.ts";
import { blaming, lostDatabase } from "./platform/db-errors.ts";
import { csvExports } from "./platform/exports.ts";
import { jobQueue } from "./platform/jobs.ts";
import type { Platform } from "./platform/platform.ts";
import { realtimeHub } from "./platform/realtime.ts";
import { openReplica } from "./platform/replica.ts";
import { secretKeeper } from "./platform/secrets.ts";
import { clusterOf } from "./platform/servers.ts";
import { companyOfNotice } from "./platform/sessions.store.ts";
import { sessionReader } from "./platform/sessions.ts";
import { tokenKeeper } from "./platform/tokens.ts";
import { vendorsOf } from "./platform/vendors.ts";

/** Builds the parts every process shares. `role` is the database role that reads the clock. */
export async function joinPlatform(
  config: Config,
  log: Logger,
  role: "app_identity" | "app_worker",
): Promise<Platform> {
  checkSettings(config, log, role);
  await checkServers(config);
  const database = openDatabase(config.DATABASE_URL, {
    max: config.DATABASE_POOL,
    pooled: config.DIRECT_DATABASE_URL !== undefined,
    // Two are left for others than a reseller who takes all it can get.
    ...(role === "app_worker" ? {} : { each: Math.max(1, config.DATABASE_POOL - 2) }),
    name: `tradewind-${role === "app_worker" ? "worker" : "web"}`,
    onIdleError: (error) => log.warn({ err: error }, "An idle database connection was lost"),
  });
  await checkStart(database, config, role);
  const replica = openReplica(config, database, log);
  const clock = businessClock(database, role);
  const tokens = await tokenKeeper(config);
  const sessions = sessionReader(database, tokens, config);
  const jobs = jobQueue(directUrl(config), log, role === "app_worker", (queue) => hub.tell("jobs", queue));
  const hub = realtimeHub(config, database, log, role !== "app_worker", (channel, payload) => {
    if (channel === "sessions") {
      const company = companyOfNotice(payload);
      sessions.forget(company === undefined ? payload : "");
      if (company !== undefined) hub.closeOf(company);
      else if (payload) hub.close(payload);
    } else if (channel === "jobs") jobs.wake(payload);
    else if (channel === "clock")
      clock.refresh().catch((error: unknown) => log.warn({ err: error }, "The clock could not be read"));
  });
  await clock.refresh().catch(blaming("DATABASE_URL"));
  return {
    config,
    log,
    database,
    replica,
    exports: csvExports(directUrl(config), { replica }),
    clock,
    tokens,
    secrets: secretKeeper(config),
    sessions,
    jobs,
    hub,
    mustSignTerms: isGeneralUnsigned,
    vendors: vendorsOf(config.vendors),
    scanner: config.CLAMD_URL === "" ? undefined : clamd(config.CLAMD_URL, config.CLAMD_TIMEOUT_MS),
    gateway:
      config.STRIPE_SECRET_KEY === ""
        ? undefined
        : stripeGateway({
            secretKey: config.STRIPE_SECRET_KEY,
            publishableKey: config.STRIPE_PUBLISHABLE_KEY,
            webhookSecret: config.STRIPE_WEBHOOK_SECRET,
            url: config.STRIPE_URL,
            scriptUrl: config.STRIPE_SCRIPT_URL,
          }),
    help:
      config.HELPJUICE_API_KEY === ""
        ? undefined
        : helpjuice({ url: config.HELPJUICE_URL, apiKey: config.HELPJUICE_API_KEY }),
    forum:
      config.COMMUNITY_SECRET === ""
        ? undefined
        : discourse({ forumUrl: config.COMMUNITY_URL, secret: config.COMMUNITY_SECRET }),
    chat:
      config.CHAT_LICENCE === ""
        ? undefined
        : livechat({ licence: config.CHAT_LICENCE, scriptUrl: config.CHAT_SCRIPT_URL, secret: config.CHAT_SECRET }),
    readBankFile,
    vault:
      config.ZUORA_CLIENT_ID === ""
        ? undefined
        : zuoraVault({
            clientId: config.ZUORA_CLIENT_ID,
            clientSecret: config.ZUORA_CLIENT_SECRET,
            url: config.ZUORA_URL,
            pageUrl: config.ZUORA_PAGE_URL,
            scriptUrl: config.ZUORA_SCRIPT_URL,
            pages: {
              GBP: config.ZUORA_CARD_PAGE_GBP,
              EUR: config.ZUORA_CARD_PAGE_EUR,
              directDebit: config.ZUORA_DEBIT_PAGE,
            },
          }),
    debits:
      config.GOCARDLESS_ACCESS_TOKEN === ""
        ? undefined
        : gocardlessDebits({
            accessToken: config.GOCARDLESS_ACCESS_TOKEN,
            webhookSecret: config.GOCARDLESS_WEBHOOK_SECRET,
            url: config.GOCARDLESS_URL,
          }),
    psas: psasOf(config),
    committed: () => hub.wake(),
  };
}

/** Resellers type the addresses of their PSAs, so these are public and by HTTPS, except in a demo. */
function psasOf({ DEMO }: Config): Platform["psas"] {
  const settings = {
    fetch: guardedFetch({ anywhere: DEMO, limits: { patience: 30_000, largestAnswer: 16 * 1024 ** 2 } }),
  };
  return { [psaTypes.connectWise]: connectWise(settings), [psaTypes.autoTask]: autotask(settings) };
}

/** Makes sure that the addresses lead to one database, whichever of its servers is which; a replica may be away. */
async function checkServers({ DATABASE_URL, DIRECT_DATABASE_URL, REPLICA_DATABASE_URL }: Config): Promise<void> {
  const cluster = await clusterOf(DATABASE_URL, "primary").catch(blaming("DATABASE_URL"));
  const compare = (setting: string) => (other: string | undefined) => {
    if (other !== undefined && other !== cluster) throw new Error(`${setting}: this is another server's database`);
  };
  if (DIRECT_DATABASE_URL)
    await clusterOf(DIRECT_DATABASE_URL, "primary")
      .catch(blaming("DIRECT_DATABASE_URL"))
      .then(compare("DIRECT_DATABASE_URL"));
  if (REPLICA_DATABASE_URL)
    await clusterOf(REPLICA_DATABASE_URL, "replica")
      .catch((error: unknown) => (lostDatabase(error) ? undefined : blaming("REPLICA_DATABASE_URL")(error)))
      .then(compare("REPLICA_DATABASE_URL"));
}
