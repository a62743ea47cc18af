import type { AssortedPlan, Words } from "@tradewind/contract/catalogue/assortment.ts";
import type { PageFeature } from "@tradewind/domain/catalogue/product-page.ts";
import { pictureAddress, type ProductWords, type ShippedWords } from "@tradewind/domain/catalogue/product-words.ts";
import { currencies } from "@tradewind/domain/values/money.ts";
import type { OfferRow } from "./assortment.store.ts";

/** What is said apart from plans and their contents. */
type Said = Omit<ProductWords, "features">;
type Given = Omit<ShippedWords, "hidden" | "offers">;

/** Null of a product without a page. */
export const toWords = ({ lines, synonyms, ...said }: Given): Words | null =>
  lines && synonyms
    ? {
        Name: said.name,
        Summary: said.description,
        Category: said.category,
        Description: [...lines],
        SearchWords: [...synonyms],
        Needs: [...(said.needs ?? [])],
        GoesWith: (said.goes_with ?? []).map(({ product_id, why }) => ({ ProductId: product_id, Why: why })),
        Documents: (said.documents ?? []).map(({ title, url }) => ({ Title: title, Url: url })),
      }
    : null;

export const fromWords = (words: Words): Said => ({
  name: words.Name,
  description: words.Summary,
  category: words.Category,
  lines: words.Description,
  synonyms: words.SearchWords,
  needs: words.Needs,
  goes_with: words.GoesWith.map(({ ProductId, Why }) => ({ product_id: ProductId, why: Why })),
  documents: words.Documents.map(({ Title, Url }) => ({ title: Title, url: Url })),
});

export const toPicture = ({ picture, picture_alt }: { picture: string | null; picture_alt: string }) => ({
  ImageSrc: picture && pictureAddress(picture),
  ImageAlt: picture_alt,
});

export const toWithdrawal = ({ from_date, until_date }: { from_date: string | null; until_date: string | null }) =>
  from_date === null ? null : { From: from_date, Until: until_date };

/** The SKUs of a product in the order of the release. */
export const shippedOrder = ({ offers }: Pick<ShippedWords, "offers">): string[] => [
  ...new Set(offers.toSorted((a, b) => a.position - b.position).map(({ sku }) => sku)),
];

export const toFeatures = (features: readonly PageFeature[] = []) =>
  features.map(({ name, of }) => ({ Name: name, Of: { ...of } }));

export function toPlans(rows: readonly OfferRow[], { offers }: ShippedWords): AssortedPlan[] {
  const shipped = new Map(offers.map((offer) => [offer.id, offer]));
  return [...Map.groupBy(rows, ({ sku }) => sku).values()].map((ofPlan) => {
    const first = ofPlan[0]!;
    return {
      Sku: first.sku,
      Name: first.name,
      ShippedName: shipped.get(first.id)?.name ?? first.name,
      Group: first.offer_group,
      Unit: first.unit,
      IsAddOn: first.is_add_on,
      Offers: ofPlan.map((row) => ({
        OfferId: row.id,
        Term: row.term,
        Billing: row.billing,
        Minimum: row.minimum,
        IsForSale: row.for_sale,
        IsShippedForSale: shipped.get(row.id)?.for_sale ?? false,
        Withdrawal: toWithdrawal(row),
        Prices: currencies.flatMap((currency) => {
          const price = row[currency];
          return price ? [{ Currency: currency, ResellersPay: price.cost, Recommended: price.recommended }] : [];
        }),
      })),
    };
  });
}
