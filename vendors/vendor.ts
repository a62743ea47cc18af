/** What the core knows of whoever provides a service, be it a vendor's system or our own people. It asks what one can, never what it is called. */
import type { Cardinality, Category, ChargingModel } from "@tradewind/domain/catalogue/products.ts";
import type { Policy } from "@tradewind/domain/pricing/policies.ts";
import type { Billing, Term } from "@tradewind/domain/pricing/pricing-types.ts";
import { z } from "zod";

/** What sets one vendor apart from another. */
export type Capabilities = {
  /** Keeps one tenant for all services of a customer: more of a product joins the service that stands. */
  sharesTenant?: true;
  /** Forgets what was scheduled for a term's end when a subscription is changed or resumed, so that it is told again. */
  forgetsSchedules?: true;
  /** Knows which partner a customer's tenant belongs to, which `has-partner-id` answers (AGR-06). */
  namesPartner?: true;
  /** Our own people do the work: they wake its order themselves, and goods have left once it is done. */
  isPeople?: true;
};

export type Vendor = {
  /** The name of its folder. Products, orders and tenants carry it. */
  id: string;
  /** The name people know it by. */
  name: string;
  can: Capabilities;
  /** Its settings, by their names in the environment. */
  settings: z.ZodRawShape;
  catalogue: CatalogueData;
  /** Steps that come before the choice when one of its products is added. */
  firstSteps?(known: Known): Step[];
  /** Joins it up. `settings` are those of the environment, checked before. */
  connect(settings: Settings, help: Help): Connection;
};

/** Settings as given, by name. */
export type Settings = Readonly<Record<string, string | undefined>>;

/** What a vendor may need of the product; `now` is real time in milliseconds. */
export type Help = { work: WorkQueue; now: () => number };

export type Connection = {
  fulfiller: Fulfiller;
  /** Absent where it sends none, or where the settings to trust them are missing. */
  webhooks?: WebhookReader;
  /** Looks at one subscription. Undefined where the vendor does not know it. */
  observe?(hint: Hint): Promise<Seen | undefined>;
};

/** A call of the vendor's, as it arrived. Names of headers are in lower case. */
export type RawWebhook = { headers: Readonly<Record<string, string | undefined>>; body: Buffer; receivedAt: Date };

export type WebhookReader = {
  /** Headers that `verify` and `read` need; no others are kept. */
  headers: readonly string[];
  /** The event's number, or undefined where the vendor did not sign these very bytes. The same event always has the same number. */
  verify(raw: RawWebhook): Promise<string | undefined>;
  /** What to look at again. A webhook is a hint and never the truth. */
  read(raw: RawWebhook): Hint[];
};

/** A subscription by the vendor's own numbers. */
export type Hint = { tenantRef: string; vendorRef: string };

/** What a vendor was seen to have. */
export type Seen = { status: "active" | "suspended" | "ended"; quantity: number };

/** A vendor whose `connect` gets its settings as its own schema reads them. */
export const defineVendor = <const Shape extends z.ZodRawShape>(
  definition: Omit<Vendor, "settings" | "connect"> & {
    settings: Shape;
    connect(settings: z.output<z.ZodObject<Shape>>, help: Help): Connection;
  },
): Vendor => ({
  ...definition,
  connect: (settings, help) => definition.connect(z.object(definition.settings).parse(settings), help),
});

/** The address of a vendor's system, as a setting. */
export const address = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/$/, ""));

/** What it sells, and all that comes with it. Every name is the same in every installation. */
export type CatalogueData = {
  products: readonly ProductData[];
  offers: readonly OfferData[];
  policies: readonly Policy[];
  prices: readonly PriceListData[];
  deliveryOptions?: readonly DeliveryOptionData[];
  orderForms?: readonly OrderFormData[];
  serviceActions?: readonly ServiceActionData[];
  agreements?: readonly AgreementText[];
};

/** A product, with its number in each scheme. */
export type ProductData = {
  id: string;
  name: string;
  description: string;
  agreement_service_id: number;
  sub_id?: number;
  my_services_id?: number;
  route_name?: string;
  listing_id?: string;
  category: Category;
  level: "customer" | "user" | "both";
  charging_model: ChargingModel;
  cardinality: Cardinality;
  agreement_id: string;
  feature_flag?: string;
  hidden?: boolean;
  managed_elsewhere?: boolean;
  new_journey?: boolean;
  journey_type?: "wizard" | "singlePage" | "nce";
  family?: string;
  icon: string;
  popularity?: number;
};

/** One SKU; each plan, written `term:billing`, makes one offer of it. */
export type OfferData = {
  product_id: string;
  sku: string;
  /** The vendor's own number. */
  offer_ref: string;
  name: string;
  description: string;
  offer_group: string;
  unit: string;
  maximum: number | null;
  plans: readonly `${Term}:${Billing}`[];
  /** Least quantities by term; one where nothing is said. */
  minimums?: Partial<Record<Term, number>>;
  is_add_on?: boolean;
  needs_one_of?: readonly string[];
  upgrades_to?: readonly string[];
  policies: readonly [window: string, refund: string, termEnd: string];
};

/** Prices from a day on. A published list is never edited: what changes is a later list. */
export type PriceListData = {
  from: string;
  rows: readonly (readonly [
    offer: string,
    costGbp: string,
    recommendedGbp: string,
    costEur: string,
    recommendedEur: string,
  ])[];
};

/** Of one order, net. */
export type DeliveryOptionData = { id: string; product_id: string; description: string; GBP: string; EUR: string };

/** A pattern that the whole text must match, and what to say where it does not. */
export type Pattern = { source: string; message: string };

/** Something that is asked, and known by its name ever after. */
export type Question = {
  name: string;
  label: string;
  /** Text where not given. */
  type?: "text" | "email" | "date";
  optional?: true;
  pattern?: Pattern;
  maxLength?: number;
  default?: string | null;
  /** Stands below it. */
  help?: string;
  /** Shown on demand. */
  tip?: string;
};

/** A step of a journey: questions, or paragraphs to read. */
export type Step = {
  id: string;
  title: string;
  text?: string;
  /** What is known already is not asked again. */
  hidden?: boolean;
  questions?: readonly Question[];
  paragraphs?: readonly string[];
};

/** What is known of a customer already. */
export type Known = {
  /** Whether the customer has a tenant at the vendor. */
  hasTenant: boolean;
  hasAddress: boolean;
  contactName: string | null;
  contactEmail: string | null;
  today: string;
};

/** What is asked when one of the products is ordered anew. */
export type OrderFormData = { id: string; products: readonly string[]; questions: readonly Question[] };

/** What can be done to a service besides ordering: a button and the popup it opens. */
export type ServiceActionData = {
  id: string;
  /** Null: every product. */
  products: readonly string[] | null;
  style: "add" | "modify";
  button: string;
  title: string;
  method: "post" | "put" | "delete";
  items: readonly ActionItem[];
  /** Items that hide, or cannot be changed, while another one has a value. */
  dependencies?: readonly { item: string; value: string | number | boolean; makes: "hide" | "disable"; of: string[] }[];
  /** Whether the vendor is told. */
  told: boolean;
};

export type ActionItem = {
  name: string;
  type: "subHeader" | "textDisplay" | "textInput" | "number" | "email" | "checkbox" | "htmlDisplay";
  label: string;
  pattern?: Pattern;
  required?: string | number | boolean;
};

/** One agreement as this version ships it. A changed text is a new version; the earlier ones stay in the database. */
export type AgreementText = {
  id: string;
  version: number;
  title: string;
  summary: string;
  serviceIds: readonly number[];
  sections: readonly { heading: string; paragraphs: readonly string[] }[];
};

/** A customer as a vendor needs to know it. */
export type FulfilCustomer = {
  id: string;
  name: string;
  domain: string | null;
  country: string;
  address: { line1: string; line2: string | null; city: string; region: string | null; postcode: string } | null;
  contact: { firstName: string; lastName: string; email: string; phone: string | null } | null;
  /** The customer's number at this vendor, once known. */
  tenantRef: string | null;
};

/** One thing to have: `key` is our subscription id, `vendorRef` the vendor's own number for it, once known. */
export type FulfilLine = {
  key: string;
  vendorRef: string | null;
  /** The vendor's number of the offer. */
  offerRef: string;
  name: string;
  quantity: number;
  term: Term;
  billing: Billing;
};

/** What should happen at the end of the running term (our intent, applied again when the vendor loses it). */
export type TermEnd = {
  outcome: "renew" | "cancel";
  offerRef: string;
  quantity: number;
  term: Term;
  billing: Billing;
};

/** A piece of work for a vendor. `key` is our order's id: the same key never makes a second thing. */
export type FulfilTask = {
  key: string;
  resellerId: string;
  customer: FulfilCustomer;
  /** Answers of the journey, by the names of its questions. */
  details: Record<string, unknown>;
} & (
  | { kind: "add"; lines: FulfilLine[] }
  /** Targets, never deltas: the quantity each line shall have. */
  | { kind: "change"; lines: FulfilLine[] }
  | { kind: "schedule"; lines: (FulfilLine & { termEnd: TermEnd })[] }
  | { kind: "cancel" | "suspend" | "resume"; lines: FulfilLine[] }
  /** Only `details` are to become as given; quantities stay. */
  | { kind: "details"; lines: FulfilLine[] }
);

/** What earlier rounds learnt, kept by the worker between rounds (cart, order, tenant numbers). */
export type Memo = Record<string, string>;

export type Outcome =
  /** Not there yet: ask again. `estimatedCompletion` is an ISO date where the vendor gives one. */
  | { state: "queued" | "working"; memo: Memo; message: string; estimatedCompletion?: string }
  | { state: "done"; memo: Memo; tenantRef: string | null; lines: { key: string; vendorRef: string }[] }
  /** The vendor refuses. `reason` is plain words for the reseller; retrying the same task is safe and may work once its cause is gone. */
  | { state: "failed"; memo: Memo; code: string; reason: string };

/**
 * Looks before acting, acts with the task's key, then observes; called again with what it learnt until done or failed.
 * Safe to repeat at any moment: after a crash, a lost answer or a duplicate, the same task ends in the same state
 * with exactly one thing at the vendor. Throws `VendorUnavailable` when the vendor cannot be reached or
 * asks to wait; the worker then comes back with a growing delay.
 */
export type Fulfiller = { fulfil(task: FulfilTask, memo: Memo): Promise<Outcome> };

/** The vendor did not answer, answered 5xx, or asked to wait (`retryAfterMs`). Nothing is known about the work. */
export class VendorUnavailable extends Error {
  readonly retryAfterMs: number | undefined;
  constructor(message: string, options: { cause?: unknown; retryAfterMs?: number } = {}) {
    super(message, { cause: options.cause });
    this.name = "VendorUnavailable";
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** What the operator's queue knows of the work for a task. `attempt` grows each time failed work is opened again. */
export type WorkItem = {
  attempt: number;
  message: string;
  /** The number the work is known by; the lines are known by it from then on. */
  reference: string;
  /** An ISO date. */
  estimatedCompletion?: string;
} & ({ state: "queued" | "working" | "done" } | { state: "failed"; reason: string });

/** The operator's queue of work that people do. */
export type WorkQueue = {
  findWork(task: FulfilTask): Promise<WorkItem | undefined>;
  /** Opens work for the task, or opens its failed work again; the same key never makes a second item. */
  openWork(task: FulfilTask): Promise<WorkItem>;
};
