/** What the operator may say of a product in its own words, laid over what a release ships. */
import type { GoesWith, PageDocument, PageFeature } from "./product-page.ts";
import type { Category } from "./products.ts";

/** By the names of the columns that hold what counts. */
export type ProductWords = {
  name: string;
  description: string;
  category: Category;
  lines: readonly string[];
  synonyms: readonly string[];
  needs: readonly string[];
  features: readonly PageFeature[];
  goes_with: readonly GoesWith[];
  documents: readonly PageDocument[];
};

export type ShippedOffer = { id: string; sku: string; name: string; position: number; for_sale: boolean };

/** What a release says of a product; of one without a page, no more than its name, description and category. */
export type ShippedWords = Pick<ProductWords, "name" | "description" | "category"> &
  Partial<ProductWords> & { hidden: boolean; offers: readonly ShippedOffer[] };

/** What differs from it. `names` are those of plans by SKU, `order` their SKUs, `picture` the name of its file. */
export type OwnWords = Partial<ProductWords> & {
  names?: Readonly<Record<string, string>>;
  order?: readonly string[];
  picture?: string;
  picture_alt?: string;
};

/** The sides of an uploaded picture in pixels, the size of its file, and the square that it is drawn into. */
export const pictureBox = { least: 64, most: 4000, bytes: 1_000_000, square: 384 } as const;

/** Returns the address of a product's picture, named by the hash of what it holds. */
export const pictureAddress = (name: string): string => `/product-pictures/${name}`;
