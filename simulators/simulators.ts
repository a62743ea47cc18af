/** All outside systems, each on its own loopback port, with one clock and state on disk. */
import { join } from "node:path";
import { acronis } from "./acronis/acronis.ts";
import { createClock } from "./kit/clock.ts";
import { startIdentityProvider } from "./identity-provider/identity-provider.ts";
import { startListener } from "./kit/listener.ts";
import { openStore, type Store } from "./kit/store.ts";
import type { Vendor, VendorContext } from "./kit/vendor.ts";
import { createWebhooks } from "./kit/webhooks.ts";
import { mailVendor, startSmtp } from "./mail/mail.ts";
import { microFrontends } from "./micro-frontends/micro-frontends.ts";
import { partnerCenter } from "./microsoft/partner-center.ts";
import { identityVendor } from "./microsoft/tokens.ts";
import { usageCollector } from "./usage-collector/usage-collector.ts";

const vendors: Record<
  "microsoft" | "acronis" | "identity" | "mail" | "microFrontends" | "usageCollector",
  (context: VendorContext) => Vendor
> = {
  microsoft: partnerCenter,
  acronis,
  identity: ({ clock }) => identityVendor(clock),
  mail: mailVendor,
  microFrontends,
  usageCollector,
};

export type VendorName = keyof typeof vendors;
/**
 * Every address a run has: the vendors' own, where mails are handed in, and the provider people sign in at, which speaks
 * HTML and keeps nothing but its key.
 */
export type Address = VendorName | "smtp" | "identityProvider";
export const vendorNames = Object.keys(vendors) as VendorName[];

export type SimulatorOptions = {
  /** The folder the state is kept in, one file per vendor. */
  dataDir: string;
  /** A missing port, or 0, takes any free one. */
  ports?: Partial<Record<Address, number>>;
  /** Simulated time minus real time; without it, that of the last run. */
  clockOffsetMs?: number;
};

export type Simulators = { urls: Record<Address, string>; stop(): Promise<void> };

export async function startSimulators({ dataDir, ports = {}, clockOffsetMs }: SimulatorOptions): Promise<Simulators> {
  const stores: Store[] = [];
  const open = (name: string) => {
    const store = openStore(join(dataDir, `${name}.jsonl`), name);
    stores.push(store);
    return store;
  };
  const clock = createClock(open("clock"), clockOffsetMs);
  const urls = {} as Record<Address, string>;
  const listeners: { stop(): Promise<void> }[] = [];
  for (const name of vendorNames) {
    const store = open(name);
    const webhooks = createWebhooks(store);
    const vendor = vendors[name]({ store, clock, emit: webhooks.emit, registerWebhook: webhooks.register });
    const listener = await startListener({ port: ports[name] ?? 0, vendor, store, clock, webhooks });
    listeners.push(listener);
    urls[name] = listener.url;
    if (name !== "mail") continue;
    const smtp = await startSmtp(ports.smtp ?? 0, store, clock);
    listeners.push(smtp);
    urls.smtp = smtp.url;
  }
  const identityProvider = await startIdentityProvider({
    port: ports.identityProvider ?? 0,
    keyFile: join(dataDir, "identity-provider-key.json"),
  });
  listeners.push(identityProvider);
  urls.identityProvider = identityProvider.url;
  clock.settle();
  return {
    urls,
    async stop() {
      clock.stop();
      await Promise.all(listeners.map((listener) => listener.stop()));
      for (const store of stores) store.close();
    },
  };
}
