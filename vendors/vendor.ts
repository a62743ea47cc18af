/** What the core asks of who provides services, be it a vendor or our own people: by what they can, never by name. */
import type { Attributes, Billing, Term } from "@tradewind/domain/pricing/pricing-types.ts";
import type { CalendarDate, Instant, Period } from "@tradewind/domain/values/dates.ts";
import type { DecimalString } from "@tradewind/domain/values/decimal.ts";
import { z } from "zod";
import type { Pace } from "./calls.ts";
import type { CatalogueData, Step } from "./catalogue-data.ts";
import type { ConsoleAnswer, ConsoleAsked } from "./consoles.ts";
import type { AdminTerms, DelegatedAdmin } from "./delegated-admin.ts";
import type { Known } from "./known.ts";
import type { Invitations } from "./invitations.ts";
import type { SpendSource } from "./spend.ts";
import type { Transfers } from "./transfers.ts";
import type { VendorInvoices } from "./vendor-invoices.ts";

/** Differences between vendors. */
export type Capabilities = {
  /** Has one tenant for all services of a customer: ordering more of a product extends the existing service. */
  sharesTenant?: true;
  /** Forgets what was scheduled for the end of the term with each change and resumption, so it is sent again. */
  forgetsSchedules?: true;
  /** Bills a subscription on while it is suspended. */
  billsSuspended?: true;
  /** Moves units of a running subscription to a better offer. */
  upgrades?: true;
  /** Upgrades all units of a subscription at once only, which stays where it is. */
  upgradesWhole?: true;
  /** Begins a longer term before one is over, and a new one after it was extended. */
  changesTerms?: true;
  /** Changes the billing of a yearly term from the next charge on. */
  changesBilling?: true;
  /** Knows which partner a customer's tenant belongs to, which `has-partner-id` answers (AGR-06). */
  namesPartner?: true;
  /** Moves what one partner of it provides to a customer to another, at most so many subscriptions at a time. */
  transfers?: { most: number };
  /** Signs somebody in to its own console, as the administrator of a customer's tenant. */
  opensConsole?: true;
  /** Lets customers give their partner roles in their tenants for a time: which, and for how long. */
  delegatesAdmin?: AdminTerms;
  /** Tells day by day what is spent on use that it bills afterwards. */
  tellsSpend?: true;
  /** Our own people do the work: they trigger the order themselves, and goods have left once it is done. */
  isPeople?: true;
};

export type Vendor = {
  /** The name of its folder, stored in products, orders and tenants. */
  id: string;
  /** The name people know it by. */
  name: string;
  can: Capabilities;
  /** Schema of its settings, by name of the environment variable. */
  settings: z.ZodRawShape;
  catalogue: CatalogueData;
  /** Reads the number of a tenant as a person types it, the same for the same tenant; absent if none is taken over. */
  readTenantRef?(typed: string): string | undefined;
  /** Returns the steps that come before the choice when one of its products is added. */
  firstSteps?(known: Known): Step[];
  /** Returns the steps that come after the choice when one of its products is added. */
  lastSteps?(productId: string): readonly Step[];
  /** Connects to the vendor. `settings` are from the environment and already validated. */
  connect(settings: Settings, help: Help): Connection;
};

/** Settings as given, by name. */
export type Settings = Readonly<Record<string, string | undefined>>;

/** Services that a vendor may need from the product; `now` is real time in milliseconds. */
export type Help = { work: WorkQueue; names: VendorNames; now: () => number; newId: () => string };

export type Connection = {
  fulfiller: Fulfiller;
  /** Absent if it can be asked as often as we like. */
  pace?: Pace;
  /** Absent if it sends none, or if the settings to verify them are missing. */
  webhooks?: WebhookReader;
  /** Reads the state of one subscription. Undefined if the vendor does not know it. */
  observe?(hint: Hint): Promise<Seen | undefined>;
  /** Reads all that stands in a tenant, in few calls. */
  observeTenant?(tenantRef: string): Promise<SeenThere[]>;
  /** What the vendor bills the operator, if it tells so in files. */
  invoices?: VendorInvoices;
  /** Reads what was used in a tenant on a day, of the subscriptions named. Present if its offers have meters. */
  usage?(asked: { tenantRef: string; vendorRefs: readonly string[]; day: string }): Promise<UsageLine[]>;
  /** Reads the vendor's own report of what was used in a month, by which it bills: of all that was used, in any tenant. */
  usageReport?(month: Period, asked?: AskedReport): Promise<UsageReport>;
  /** Present if the vendor `tellsSpend`, and the settings to ask for it are there. */
  spend?: SpendSource;
  /** Takes over tenants that customers have already. Present if the vendor has `readTenantRef`. */
  invitations?: Invitations;
  /** Present if the vendor can `transfers`. */
  transfers?: Transfers;
  /** Present if the vendor `delegatesAdmin`. */
  delegatedAdmin?: DelegatedAdmin;
  /** Present if the vendor `opensConsole`. */
  openConsole?(asked: ConsoleAsked): Promise<ConsoleAnswer>;
};

/** A webhook call as it arrived. Header names are in lower case. */
export type RawWebhook = { headers: Readonly<Record<string, string | undefined>>; body: Buffer; receivedAt: Date };

export type WebhookReader = {
  /** Headers that `verify` and `read` need; all others are dropped. */
  headers: readonly string[];
  /**
   * Returns the event's number, which is the same every time the event is sent; undefined if the vendor did not sign
   * exactly these bytes.
   */
  verify(raw: RawWebhook): Promise<string | undefined>;
  /** Returns the subscriptions to look at again. A webhook is only a hint, never the truth. */
  read(raw: RawWebhook): Hint[];
  /** Returns the invitations to look at again, by their `ref`. */
  readInvitations?(raw: RawWebhook): string[];
  /** Has the vendor send its webhooks to an address from now on; nothing where it does so already. */
  register?(address: string): Promise<void>;
};

/** A subscription, identified by the vendor's own numbers. */
export type Hint = { tenantRef: string; vendorRef: string };

/** The state of a subscription as observed at a vendor, with what that vendor tells besides. */
export type Seen = {
  status: "active" | "suspended" | "ended";
  quantity: number;
  /** Where several things can stand under one number: how many of each offer there are, null if without a limit. */
  quantities?: Readonly<Record<string, number | null>>;
  /** The length of its running term and its first day, or that of what runs on by the day. */
  term?: Term;
  termFrom?: string;
  /** The first day after its running term. */
  termUntil?: string | null;
  /** What will happen at the end of the running term. */
  termEnd?: TermEnd;
  /** Whether its term is over and it runs on by the day. */
  isExtended?: boolean;
  /** How it is billed, and how from the next charge on. */
  billing?: Billing;
  nextBilling?: Billing;
  /** Until when all of it can be cancelled, and how much can be given back until when; instants. */
  cancellableUntil?: string | null;
  refundable?: readonly { quantity: number; until: string }[];
};

/**
 * A subscription found in a tenant. `key` is our id of it, if it carries one; `offerRef` the vendor's of what was sold,
 * `parentRef` that of what it belongs to.
 */
export type SeenThere = Seen & {
  vendorRef: string;
  name: string;
  key?: string | undefined;
  offerRef?: string;
  parentRef?: string;
};

/** Defines a vendor whose `connect` gets the settings as parsed by its schema. */
export const defineVendor = <const Shape extends z.ZodRawShape>(
  definition: Omit<Vendor, "settings" | "connect"> & {
    settings: Shape;
    connect(settings: z.output<z.ZodObject<Shape>>, help: Help): Connection;
  },
): Vendor => ({
  ...definition,
  connect: (settings, help) => definition.connect(z.object(definition.settings).parse(settings), help),
});

/** Setting for the address of a vendor's system. */
export const address = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/$/, ""));

/**
 * A line of what a vendor measured. `source` is the file or answer and `line` its place there: the same line is taken once,
 * however often it is read, and a day that is told again comes from another source.
 */
export type UsageLine = {
  vendorRef: string;
  meter: string;
  day: string;
  quantity: DecimalString;
  /** What the vendor asks for one, if it says so with the line. */
  unitCost?: DecimalString;
  source: string;
  line: number;
};

/** `begun` was asked for before and is looked at first; `keep` is told of one that is asked for now, before it is looked at. */
export type AskedReport = { begun: string | null; keep(ref: string): Promise<void> };

/** `generatedAt` is when the vendor made it: what was made later tells more. */
export type UsageReport = { generatedAt: Instant; lines: Iterable<ReportedUsage> | AsyncIterable<ReportedUsage> };

/** What a subscription used in the month, as the vendor bills it. */
export type ReportedUsage = { vendorRef: string; meter: string; quantity: DecimalString };

/** What a subscription used in a month, read before what says so is deleted; `month` is the first day of it. */
export type LastUsage = { month: CalendarDate; meter: string; quantity: DecimalString };

/** A customer as vendors need it. */
export type FulfilCustomer = {
  id: string;
  name: string;
  domain: string | null;
  country: string;
  address: { line1: string; line2: string | null; city: string; region: string | null; postcode: string } | null;
  contact: { firstName: string; lastName: string; email: string; phone: string | null } | null;
  /** The customer's id at this vendor, once known. */
  tenantRef: string | null;
};

/** One thing to provide: `key` is our subscription id, `vendorRef` the vendor's id for it, once known. */
export type FulfilLine = {
  key: string;
  vendorRef: string | null;
  /** The vendor's number of the offer. */
  offerRef: string;
  name: string;
  quantity: number;
  term: Term;
  billing: Billing;
  /** The first day after its first term, if that is to end earlier, with others. */
  termUntil?: CalendarDate;
  /** Answers to what its offer asks of each line, by name of the question. */
  attributes?: Attributes;
  /** Who still has to get a unit of it, and who to lose theirs, before it is changed. */
  people?: readonly PersonOfLine[];
  /** What an add-on extends: our id of it, and the vendor's number once it has one. */
  parent?: { key: string; vendorRef: string | null };
};

/** `key` is our id of the person, `ref` the vendor's, once known. */
export type PersonOfLine = { key: string; name: string; email: string; ref: string | null; gets: boolean };

/**
 * Units to move to the line's offer: `moved` of them, from the subscription `from`, which keeps its `quantity`. If that is
 * none, and no other subscription is named, it turns into the line's offer itself.
 */
export type UpgradeLine = FulfilLine & { from: { vendorRef: string | null; quantity: number }; moved: number };

/** What should happen at the end of the running term, sent again if the vendor loses it. `extend` runs on by the day. */
export type TermEnd = {
  outcome: "renew" | "cancel" | "extend";
  offerRef: string;
  quantity: number;
  term: Term;
  billing: Billing;
  /** The first day after the next term, if that is to end earlier, with others. */
  until?: CalendarDate;
};

/** A piece of work for a vendor. `key` is our order's id: the same key never creates anything twice. */
export type FulfilTask = {
  key: string;
  resellerId: string;
  customer: FulfilCustomer;
  today: CalendarDate;
  /** Answers from the journey, by name of the question. */
  details: Record<string, unknown>;
} & (
  | { kind: "add"; lines: FulfilLine[] }
  /** The target quantity and attributes of each line, never the difference. */
  | { kind: "change"; lines: FulfilLine[] }
  /** The term, billing and quantity that begin at once. */
  | { kind: "newTerm"; lines: FulfilLine[] }
  /** The billing from the next charge on; the present one withdraws another. */
  | { kind: "billing"; lines: FulfilLine[] }
  | { kind: "schedule"; lines: (FulfilLine & { termEnd: TermEnd })[] }
  | { kind: "cancel" | "suspend" | "resume"; lines: FulfilLine[] }
  /** `since` is the instant at which it was placed, or tried again: what was made before is not of it. */
  | { kind: "upgrade"; since: string; lines: UpgradeLine[] }
  /** Gives units to `people` and takes them back. Somebody whose unit goes to another loses it only as that one gets it. */
  | { kind: "assign"; lines: FulfilLine[] }
  /** Changes only `details`, not quantities. */
  | { kind: "details"; lines: FulfilLine[] }
);

/** State that the worker keeps between rounds, such as ids of carts, orders and tenants. */
export type Memo = Record<string, string>;

/** What the vendor made for a line, of a kind that its offer names. */
export type MadeResource = { kind: string; code: string; attributes?: Attributes };

/** What has become of a line for good. `begun` is the instant at which what is new began, if the vendor tells; `seenFrom` is what is left where the units of an upgrade come from; `refs` are its numbers of people, by their keys; `lastUsage` is what no report of the vendor's tells any more. */
export type LineOutcome = { key: string } & (
  | {
      state: "done";
      vendorRef: string;
      begun?: string;
      seen?: Seen;
      seenFrom?: Seen;
      resources?: readonly MadeResource[];
      refs?: Readonly<Record<string, string>>;
      lastUsage?: readonly LastUsage[];
    }
  /** `settled` are the people, by key, of whom the vendor has done what was wanted all the same. */
  | ({ state: "refused"; settled?: readonly string[] } & Refusal)
);

/** A vendor's no. `reason` is in plain words for the reseller; asking again is safe and may work once its cause is gone. */
export type Refusal = { code: string; reason: string };

/** A number by which the vendor's support finds a call, under the vendor's name for it. */
export type Reference = { label: string; value: string };

/** `references` are those of the last write and of what was refused; absent if the round has none. */
export type Outcome = { references?: readonly Reference[] } & (
  | { state: "ended"; memo: Memo; tenantRef: string | null; lines: LineOutcome[] }
  /** Not finished yet: call again for the lines that are not in `lines`. `estimatedCompletion` is an ISO date. */
  | {
      state: "queued" | "working";
      memo: Memo;
      message: string;
      estimatedCompletion?: string;
      tenantRef?: string | null;
      lines?: LineOutcome[];
    }
);

/**
 * Looks before acting, acts with the task's key, then checks the result; called again with its memo until it has ended,
 * with the lines that are not settled yet. Safe to repeat at any moment: after a crash, a lost answer or a duplicate,
 * the same task ends in the same state with exactly one thing at the vendor. Throws `VendorUnavailable` if the vendor
 * cannot be reached or asks to wait; the worker then retries with growing delays.
 */
export type Fulfiller = { fulfil(task: FulfilTask, memo: Memo): Promise<Outcome> };

/**
 * The vendor did not answer, answered 5xx, or asked to wait (`retryAfterMs`). The state of the work is unknown; `memo` is
 * what a round had learnt until then.
 */
export class VendorUnavailable extends Error {
  readonly retryAfterMs: number | undefined;
  readonly references: readonly Reference[];
  readonly memo: Memo | undefined;
  constructor(message: string, options: ErrorOptions & Partial<Omit<VendorUnavailable, keyof Error>> = {}) {
    super(message, { cause: options.cause });
    this.name = "VendorUnavailable";
    this.retryAfterMs = options.retryAfterMs;
    this.references = options.references ?? [];
    this.memo = options.memo;
  }
}

/** The work item for a task in the operator's queue. `attempt` grows each time failed work is reopened. */
export type WorkItem = {
  attempt: number;
  message: string;
  /** The number of the work, with which the `vendorRef` of its lines begins. */
  reference: string;
  /** An ISO date. */
  estimatedCompletion?: string;
  /** The lines that have come to their end before the work as a whole. */
  settled?: readonly string[];
} & ({ state: "queued" | "working" | "done" } | { state: "failed"; reason: string });

/**
 * Names at the vendor that customers hold, each by one customer of one reseller, so that two orders never ask for one
 * name. Holding a name proves nothing about who stands in it at the vendor.
 */
export type VendorNames = {
  /** Takes a name that is free at the vendor, for the task's customer. False if another customer has it. */
  take(task: FulfilTask, name: string): Promise<boolean>;
  /** Gives up a name that the vendor refused. */
  free(task: FulfilTask, name: string): Promise<void>;
};

/** The operator's queue of work for people. */
export type WorkQueue = {
  findWork(task: FulfilTask): Promise<WorkItem | undefined>;
  /** Opens work for the task, or reopens its failed work; the same key never makes a second item. */
  openWork(task: FulfilTask): Promise<WorkItem>;
};
