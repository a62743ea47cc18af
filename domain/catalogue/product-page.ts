/** What a product's page says, as it is shipped with a release. */

/** A line of the comparison: what each plan contains, by SKU. `yes` is drawn as a tick; a plan left out has nothing. */
export type PageFeature = { name: string; of: Readonly<Record<string, string>> };

export type GoesWith = { product_id: string; why: string };

/** A link to what can be read about a product. */
export type PageDocument = { title: string; url: string };

/** Which customers might want a product, by what they have and what they lack. */
export type Fit = {
  has: readonly string[];
  /** Only with one of these plans. */
  has_skus?: readonly string[];
  /** Only with at least so many units of it. */
  least?: number;
  lacks: readonly string[];
  lacks_skus?: readonly string[];
  /** Said beside each customer. */
  reason: string;
};

export type ProductPage = {
  product_id: string;
  vendor: string;
  lines: readonly [what: string, forWhom: string, how: string];
  synonyms: readonly string[];
  needs?: readonly string[];
  features?: readonly PageFeature[];
  goes_with?: readonly GoesWith[];
  documents?: readonly PageDocument[];
  fit?: Fit;
};
