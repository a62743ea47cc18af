/** Starts all outside systems, each on a loopback port, with a shared clock and their state on disk. */
import { join } from "node:path";
import { acronis, acronisSettings } from "./acronis/acronis.ts";
import { autotask } from "./autotask/autotask.ts";
import { bitdefender, bitdefenderSettings } from "./bitdefender/bitdefender.ts";
import { connectWise } from "./connectwise/connectwise.ts";
import { createClock } from "./kit/clock.ts";
import { gocardless, gocardlessSettings } from "./gocardless/gocardless.ts";
import { forum, forumSettings } from "./forum/forum.ts";
import { helpSites, helpSitesSettings } from "./help-sites/help-sites.ts";
import { helpjuice, helpjuiceSettings } from "./helpjuice/helpjuice.ts";
import { identityProviderSettings, startIdentityProvider } from "./identity-provider/identity-provider.ts";
import { startListener } from "./kit/listener.ts";
import { openStore, type Store } from "./kit/store.ts";
import { liveChat, liveChatSettings } from "./live-chat/live-chat.ts";
import type { Vendor, VendorContext } from "./kit/vendor.ts";
import { createWebhooks } from "./kit/webhooks.ts";
import { mailVendor, startSmtp } from "./mail/mail.ts";
import { microFrontends } from "./micro-frontends/micro-frontends.ts";
import { partnerCenter, partnerCenterSettings } from "./microsoft/partner-center.ts";
import { identityVendor } from "./microsoft/tokens.ts";
import { scannerVendor, startClamd } from "./scanner/scanner.ts";
import { stripe, stripeSettings } from "./stripe/stripe.ts";
import { usageCollector } from "./usage-collector/usage-collector.ts";
import { zuora, zuoraSettings } from "./zuora/zuora.ts";

/** An outside system: its answers, and the settings that a product needs to reach it. */
export type System = {
  open(context: VendorContext): Vendor;
  settings?(url: string): Record<string, string>;
};

const systems = {
  microsoft: { open: partnerCenter, settings: partnerCenterSettings },
  acronis: { open: acronis, settings: acronisSettings },
  bitdefender: { open: bitdefender, settings: bitdefenderSettings },
  stripe: { open: stripe, settings: stripeSettings },
  zuora: { open: zuora, settings: zuoraSettings },
  gocardless: { open: gocardless, settings: gocardlessSettings },
  connectwise: { open: connectWise },
  autotask: { open: autotask },
  helpjuice: { open: helpjuice, settings: helpjuiceSettings },
  helpSites: { open: helpSites, settings: helpSitesSettings },
  forum: { open: forum, settings: forumSettings },
  liveChat: { open: liveChat, settings: liveChatSettings },
  identity: { open: ({ clock }) => identityVendor(clock), settings: (url) => ({ MICROSOFT_TOKEN_URL: url }) },
  mail: { open: mailVendor },
  scanner: { open: scannerVendor },
  microFrontends: {
    open: microFrontends,
    settings: (url) => ({ MICRO_FRONTENDS_URL: `${url}/manifest.json` }),
  },
  usageCollector: { open: usageCollector, settings: (url) => ({ USAGE_COLLECTOR_URL: `${url}/collect` }) },
} satisfies Record<string, System>;

/**
 * Names of all addresses in a run: those of the systems, the SMTP server, the virus scanner, and the identity provider, which serves HTML
 * and stores nothing but its key.
 */
export type Address = keyof typeof systems | "smtp" | "clamd" | "identityProvider";
export const addresses = [...Object.keys(systems), "smtp", "clamd", "identityProvider"] as Address[];

export type SimulatorOptions<More extends string = never> = {
  /** The folder for the state, with one file per system. */
  dataDir: string;
  /** A missing port, or 0, takes any free one. */
  ports?: Partial<Record<Address, number>>;
  /** Simulated time minus real time; defaults to that of the last run. */
  clockOffsetMs?: number;
  /** When their time begins, in ISO format, instead. */
  begins?: string;
  /** Additional systems. */
  more?: Record<More, System>;
};

export type Simulators<More extends string = never> = {
  urls: Record<Address | More, string>;
  /** Settings for a product to reach the simulators. They accept any client with a secret of eight characters. */
  settings: Record<string, string>;
  stop(): Promise<void>;
};

export async function startSimulators<More extends string = never>({
  dataDir,
  ports = {},
  begins,
  clockOffsetMs = begins === undefined ? undefined : Date.parse(begins) - Date.now(),
  more,
}: SimulatorOptions<More>): Promise<Simulators<More>> {
  const stores: Store[] = [];
  const open = (name: string) => {
    const store = openStore(join(dataDir, `${name}.jsonl`), name);
    stores.push(store);
    return store;
  };
  const clock = createClock(open("clock"), clockOffsetMs);
  const urls: Record<string, string> = {};
  const settings: Record<string, string> = {};
  const listeners: { stop(): Promise<void> }[] = [];
  for (const [name, system] of Object.entries<System>({ ...systems, ...more })) {
    const store = open(name);
    const webhooks = createWebhooks(store, (body) => vendor.signWebhook?.(body, urls[name]!) ?? {});
    const vendor: Vendor = system.open({ store, clock, emit: webhooks.emit, registerWebhook: webhooks.register });
    const listener = await startListener({ port: ports[name as Address] ?? 0, vendor, store, clock, webhooks });
    listeners.push(listener);
    urls[name] = listener.url;
    Object.assign(settings, system.settings?.(listener.url));
    if (name === "mail") {
      const smtp = await startSmtp(ports.smtp ?? 0, store, clock);
      listeners.push(smtp);
      urls.smtp = smtp.url;
    }
    if (name === "scanner") {
      const daemon = await startClamd(ports.clamd ?? 0, store);
      listeners.push(daemon);
      urls.clamd = daemon.url;
    }
  }
  const identityProvider = await startIdentityProvider({
    port: ports.identityProvider ?? 0,
    keyFile: join(dataDir, "identity-provider-key.json"),
  });
  listeners.push(identityProvider);
  urls.identityProvider = identityProvider.url;
  Object.assign(settings, identityProviderSettings(identityProvider.url));
  clock.settle();
  return {
    urls,
    settings: { ...settings, MAIL_URL: urls.smtp!, CLAMD_URL: urls.clamd!, SIMULATOR_URLS: urls.microsoft! },
    async stop() {
      clock.stop();
      await Promise.all(listeners.map((listener) => listener.stop()));
      for (const store of stores) store.close();
    },
  };
}
