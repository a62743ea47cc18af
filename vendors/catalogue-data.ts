/** What a vendor sells, as it is shipped with a release: products, offers, prices, forms, actions and agreements. */
import type { Cardinality, Category, ChargingModel } from "@tradewind/domain/catalogue/products.ts";
import type { MeterTotal } from "@tradewind/domain/ordering/metered-usage.ts";
import type { Policy } from "@tradewind/domain/pricing/policies.ts";
import type { Billing, Term } from "@tradewind/domain/pricing/pricing-types.ts";

/** Everything the vendor sells. All names are the same in every installation. */
export type CatalogueData = {
  products: readonly ProductData[];
  bundles?: readonly BundleData[];
  offers: readonly OfferData[];
  policies: readonly Policy[];
  prices: readonly PriceListData[];
  /** What the operator pays; nothing for what is not in it. */
  costs?: readonly CostData[];
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
  /** Areas of postcodes in which it is not sold. */
  not_sold_in?: readonly string[];
  feature_flag?: string;
  /** While this flag is on, it is not ordered anew. */
  stopped_by_flag?: string;
  /** The product that its customers are offered to go up to, while the flag is on. */
  upgrade_product_id?: string;
  upgrade_flag?: string;
  hidden?: boolean;
  managed_elsewhere?: boolean;
  new_journey?: boolean;
  journey_type?: "wizard" | "singlePage" | "nce";
  family?: string;
  icon: string;
  popularity?: number;
  /** In how many working days it is promised, if people provide it; defaults to 5. */
  lead_days?: number;
  /** What people tick before such an order, or a port of numbers, is complete, by its kind. */
  checklist?: Partial<Record<"add" | "change" | "cancel" | "port", readonly string[]>>;
};

/** Products that are sold together to a person, in the order in which they are added; other vendors' may be among them. */
export type BundleData = { id: string; name: string; description: string; products: readonly string[] };

/** One SKU; each plan, written `term:billing`, makes one offer. */
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
  /** Minimum quantities by term; defaults to one. */
  minimums?: Partial<Record<Term, number>>;
  is_add_on?: boolean;
  needs_one_of?: readonly string[];
  /** Whether a customer can have it once only, because its vendor has one of it. */
  once_per_customer?: true;
  upgrades_to?: readonly string[];
  /** Defaults to true. */
  for_sale?: false;
  /** Asked of each line; the answers stay with the subscription and reach the fulfiller with it. */
  attributes?: readonly Attribute[];
  /** What a line of it brings into being. */
  resources?: readonly ResourceData[];
  /** Whether each unit is for one person, who is named. */
  is_per_person?: true;
  /** Chosen as one plan of its product in an order, as a line for each site, or only once its service stands. */
  choice?: "plan" | "site" | "later";
  /** What its vendor measures of it. */
  meters?: readonly MeterData[];
  policies: readonly [window: string, refund: string, termEnd: string];
  /** Of goods: the policy for stock and returns. */
  goods?: string;
  /** The rule by which its terms can end early, with others; absent if they cannot. */
  alignment?: string;
};

/** Prices from a day on. A published list is never edited: changes go into a later list. */
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

/**
 * What the operator pays from a day on: a share of the recommended price, since a vendor gives its partners a discount
 * on it. Rows with `skus` count for these alone, and before those without.
 */
export type CostData = { from: string; share: string; skus?: readonly string[] };

/** Prices are per order, net. */
export type DeliveryOptionData = { id: string; product_id: string; description: string; GBP: string; EUR: string };

/** A pattern that must match the whole text, and the message if it does not. */
export type Pattern = { source: string; message: string };

/** A question, permanently identified by its name. */
export type Question = {
  name: string;
  label: string;
  /** Defaults to text. */
  type?: "text" | "email" | "date" | "number" | "select" | "checkbox";
  /** The values to choose from. */
  options?: readonly { value: string; label: string }[];
  optional?: true;
  pattern?: Pattern;
  maxLength?: number;
  /** The first and the last day that may be given. */
  earliest?: string;
  latest?: string;
  default?: string | boolean | null;
  /** What of the customer's record it holds to begin with. */
  known?: "domain" | "contactEmail";
  /** Shown below the field. */
  help?: string;
  /** Shown on demand. */
  tip?: string;
};

/** Something with a life of its own that lines bring into being: a block of numbers, a key, a device. */
export type ResourceData = {
  /** Permanently identifies the kind, like `device`. */
  kind: string;
  label: string;
  /** One for each unit, one for the line as a whole, or whatever ports bring to it. */
  per: "unit" | "line" | "port";
  /** Whether work is complete without them, such as serial numbers of goods that have none. */
  optional?: true;
  /** What identifies one; unique within the product while it lives. */
  code: Omit<Question, "name" | "type" | "optional" | "default">;
  /** How many telephone numbers one holds, beginning with its code; unique everywhere. */
  numbers?: number;
  /** The attribute of the line that says in which area they are taken from stock; without it they are entered. */
  stockBy?: string;
  /** Whether it is shown on demand only. */
  isSecret?: true;
  /** What else is known of one. */
  questions?: readonly Question[];
};

/**
 * A meter, permanently identified by the vendor's name of it. `total` says how its lines make the total of a month;
 * `policy` is by which policy of usage a month is charged, at the offer's price. Without one it is shown only.
 */
export type MeterData = { meter: string; name: string; unit: string; total: MeterTotal; policy?: string };

/** What an offer asks of each line. Answers that are `editable` can be changed while the subscription stands. */
export type Attribute = Question & { editable?: true };

/** A step of a journey: questions, or paragraphs to read. */
export type Step = {
  id: string;
  title: string;
  text?: string;
  /** Hides the step if the answers are already known. */
  hidden?: boolean;
  questions?: readonly Question[];
  paragraphs?: readonly string[];
};

/** Questions asked when one of the products is ordered. */
export type OrderFormData = { id: string; products: readonly string[]; questions: readonly Question[] };

/** An action on a service besides ordering: a button and the popup it opens. */
export type ServiceActionData = {
  id: string;
  /** Null for every product. */
  products: readonly string[] | null;
  style: "add" | "modify";
  button: string;
  title: string;
  method: "post" | "put" | "delete";
  items: readonly ActionItem[];
  /** Hides or disables items while another one has a value. */
  dependencies?: readonly { item: string; value: string | number | boolean; makes: "hide" | "disable"; of: string[] }[];
  /** Whether the vendor is informed. */
  told: boolean;
};

export type ActionItem = {
  name: string;
  type: "subHeader" | "textDisplay" | "textInput" | "number" | "email" | "checkbox" | "htmlDisplay";
  label: string;
  pattern?: Pattern;
  required?: string | number | boolean;
};

/** A version of an agreement as shipped with this release; earlier ones stay in the database. */
export type AgreementText = {
  id: string;
  version: number;
  title: string;
  summary: string;
  serviceIds: readonly number[];
  sections: readonly { heading: string; paragraphs: readonly string[] }[];
};
