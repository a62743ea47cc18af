import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Address } from "@tradewind/simulators/simulators.ts";
import { findFreePort } from "../embedded-postgres.ts";

const patience = 30_000;

/** Ports for every simulator, fixed for this run: one that is started again is found at the same address. */
export async function choosePorts(): Promise<Record<Address, number>> {
  const free = () => findFreePort();
  const [microsoft, acronis, identity, mail, smtp, identityProvider, microFrontends, usageCollector] =
    await Promise.all([free(), free(), free(), free(), free(), free(), free(), free()]);
  return { microsoft, acronis, identity, mail, smtp, identityProvider, microFrontends, usageCollector };
}

/** Waits for the simulators to say where they listen: the product's settings to reach them, and the page of its mails. */
export async function readSimulators(
  map: string,
  stopped: AbortSignal,
): Promise<{ settings: Record<string, string>; mails: string }> {
  const until = performance.now() + patience;
  while (performance.now() < until && !stopped.aborted) {
    if (fs.existsSync(map)) {
      const urls = JSON.parse(fs.readFileSync(map, "utf8")) as Record<Address, string>;
      return { settings: settingsFor(urls), mails: urls.mail };
    }
    await sleep(20);
  }
  throw new Error(`The simulators did not write ${map}.`);
}

/** They take any client with a secret of eight characters. */
const settingsFor = (urls: Record<Address, string>) => ({
  MICROSOFT_URL: urls.microsoft,
  MICROSOFT_TOKEN_URL: urls.identity,
  MICROSOFT_TENANT: "b4f0a1d2-6c1e-4d53-9d6b-2f7c8a90e311",
  MICROSOFT_CLIENT_ID: "0c7d5f3e-2b1a-4c8d-9e6f-5a4b3c2d1e0f",
  MICROSOFT_CLIENT_SECRET: "demo-partner-secret",
  MICROSOFT_REFRESH_TOKEN: "demo-refresh-token",
  ACRONIS_URL: urls.acronis,
  ACRONIS_CLIENT_ID: "demo-client",
  ACRONIS_CLIENT_SECRET: "demo-client-secret",
  SSO_URL: urls.identityProvider,
  SSO_ISSUER: "https://sign-in.tradewind.example",
  SSO_CLIENT_ID: "tradewind-portal",
  SSO_CLIENT_SECRET: "demo-sign-in-secret",
  AAD_URL: `${urls.identityProvider}/microsoft`,
  AAD_CLIENT_ID: "3f0c1f0e-7f2b-4a44-9a53-6a8d7c2b9e10",
  AAD_CLIENT_SECRET: "demo-work-account-secret",
  MICRO_FRONTENDS_URL: `${urls.microFrontends}/manifest.json`,
  USAGE_COLLECTOR_URL: `${urls.usageCollector}/collect`,
  SIMULATOR_URLS: urls.microsoft,
  MAIL_URL: urls.smtp,
});
