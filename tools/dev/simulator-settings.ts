import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { addresses } from "@tradewind/simulators/simulators.ts";
import { findFreePort, isFree } from "../embedded-postgres.ts";

type Written = { settings: Record<string, string>; mail: string; connectwise: string; autotask: string };
const patience = 30_000;

/** Systems whose addresses resellers typed, so that they stand in the database. */
const typed = ["connectwise", "autotask"] as const;

/**
 * Ports for every simulator, fixed for this run: one that is started again is found at the same address. Those whose addresses
 * people typed have the same as in the run that wrote the map, unless another process has taken it.
 */
export async function choosePorts(map: string): Promise<Record<string, number>> {
  const before = fs.existsSync(map) ? (JSON.parse(fs.readFileSync(map, "utf8")) as Written) : undefined;
  const held = new Map(typed.map((name) => [name as string, before && Number(new URL(before[name]).port)]));
  const portOf = async (name: string) => {
    const port = held.get(name);
    return port !== undefined && (await isFree(port)) ? port : findFreePort();
  };
  return Object.fromEntries(await Promise.all(addresses.map(async (name) => [name, await portOf(name)] as const)));
}

/** Waits for the simulators to say where they listen: the product's settings to reach them, the page of its mails, and the PSAs. */
export async function readSimulators(
  map: string,
  stopped: AbortSignal,
): Promise<{ settings: Record<string, string>; mails: string; psas: Record<(typeof typed)[number], string> }> {
  const until = performance.now() + patience;
  while (performance.now() < until && !stopped.aborted) {
    if (fs.existsSync(map)) {
      const { settings, mail, connectwise, autotask } = JSON.parse(fs.readFileSync(map, "utf8")) as Written;
      return { settings, mails: mail, psas: { connectwise, autotask } };
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
