import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { addresses } from "@tradewind/simulators/simulators.ts";
import { findFreePort } from "../embedded-postgres.ts";

type Map = { settings: Record<string, string>; mail: string };
const patience = 30_000;

/** Ports for every simulator, fixed for this run: one that is started again is found at the same address. */
export async function choosePorts(): Promise<Record<string, number>> {
  return Object.fromEntries(await Promise.all(addresses.map(async (name) => [name, await findFreePort()] as const)));
}

/** Waits for the simulators to say where they listen: the product's settings to reach them, and the page of its mails. */
export async function readSimulators(
  map: string,
  stopped: AbortSignal,
): Promise<{ settings: Record<string, string>; mails: string }> {
  const until = performance.now() + patience;
  while (performance.now() < until && !stopped.aborted) {
    if (fs.existsSync(map)) {
      const { settings, mail } = JSON.parse(fs.readFileSync(map, "utf8")) as Map;
      return { settings, mails: mail };
    }
    await sleep(20);
  }
  throw new Error(`The simulators did not write ${map}.`);
}

/**
 * Has the stand-ins of payment gateways tell the portal what happens, and the forum send its people there to sign in, as is set
 * up in the dashboard of each. `address` is the portal's as people know it.
 */
export async function tellPortal(
  { STRIPE_URL, GOCARDLESS_URL, COMMUNITY_URL }: Record<string, string>,
  portal: string,
  address: string,
): Promise<void> {
  const told = [
    [STRIPE_URL, { webhookUrl: `${portal}/api/webhooks/payments/stripe` }],
    [GOCARDLESS_URL, { webhookUrl: `${portal}/api/webhooks/direct-debits/gocardless` }],
    [COMMUNITY_URL, { portal: address }],
  ] as const;
  for (const [url, body] of told) {
    const answer = await fetch(`${url}/__sim/seed`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`The stand-in at ${url} answered ${answer.status}.`);
  }
}
