/** What is sold in a run, and what is answered to what is asked of it: all that the registry of vendors has. */
import type { JourneyField } from "@tradewind/contract/ordering/journey-fields.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import type { CatalogueData } from "@tradewind/vendors/catalogue-data.ts";
import { vendors } from "@tradewind/vendors/index.ts";
import type { Dice } from "./mutations.ts";
import { agreement } from "./order-story.ts";
import type { Person, TestApp } from "./test-app.ts";

type Asked = Pick<JourneyField, "Name" | "Type" | "Required" | "Pattern" | "Options">;
type Sold = { id: string; asks: readonly Asked[] };
/** `isOfUser` if it belongs to one person of the customer. */
export type Sale = { fulfiller: string; offers: readonly Sold[]; asks: readonly Asked[]; isOfUser: boolean };
export type Shelf = ReadonlyMap<string, Sale>;

/** Drawn more often than what else there is. */
const usual = [
  "microsoft-365",
  "microsoft-365",
  "microsoft-365",
  "acronis-backup",
  "acronis-backup",
  "bitdefender",
  "bitdefender",
  "cloud-server",
  "hosted-voice",
  "hosted-voice",
];

export const someProduct = (shelf: Shelf, dice: Dice): string =>
  dice.pick(dice.next() < 0.85 ? usual : [...shelf.keys()]);

let kept: Shelf | undefined;

/** Reads the journeys of all products, once for all runs. */
export async function readShelf(app: TestApp, reseller: Person, CustomerId: string): Promise<Shelf> {
  if (kept) return kept;
  const read = new Map<string, Sale>();
  for (const { id: fulfiller, catalogue } of vendors)
    for (const { id: name, level } of catalogue.products) {
      const { Result } = await app.call(reseller, orders.journey, {
        params: { by: "product", name },
        query: { CustomerId, Action: "Add" },
      });
      const offers = (Result?.Steps ?? [])
        .flatMap((step) => step.Items)
        .filter((item) => !item.IsAddOn && item.NeedsOneOf.length === 0 && item.Minimum <= 1 && item.Stock === null)
        // Of hosted voice, what people make numbers for.
        .filter((item) => name !== "hosted-voice" || item.Attributes.length > 0)
        .flatMap(({ Offers, Attributes }) =>
          Offers.filter(({ Billing }) => fulfiller === "people" || Billing === "monthly").map(({ OfferId }) => ({
            id: OfferId,
            asks: Attributes,
          })),
        );
      const asks = [...(Result?.Steps ?? []).flatMap((step) => step.Fields), ...formOf(catalogue, name)];
      if (offers.length > 0) read.set(name, { fulfiller, offers, asks, isOfUser: level === "user" });
    }
  return (kept = read);
}

/** What the form of a product asks, which journeys name only. */
const formOf = ({ orderForms = [] }: CatalogueData, product: string): Asked[] =>
  orderForms
    .filter(({ products }) => products.includes(product))
    .flatMap(({ questions }) => questions)
    .map(({ name, type, optional, pattern, options = [] }) => ({
      Name: name,
      Type: type ?? "text",
      Required: !optional,
      Pattern: pattern ? { Source: pattern.source, Message: "" } : null,
      Options: options.map(({ value, label }) => ({ Value: value, Label: label })),
    }));

/** Texts of which one fits what is asked. */
const texts = ["ada@acme.example", "acme.example", "Sales", "01234567", "acme.onmicrosoft.com", "LS1 1AA", "files-1"];
/** What only some texts fit of those that a pattern allows. */
const known: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(agreement).map(([name, value]) => [name, [value]])),
  AreaCode: ["0113", "0117", "020"],
  DDIAreaCode: ["0113", "0117", "020"],
};

let addresses = 0;

/** Answers what has to be answered, each time perhaps otherwise. */
export const answer = (asked: readonly Asked[], dice: Dice): Record<string, string | boolean> =>
  Object.fromEntries(asked.filter((field) => field.Required).map((field) => [field.Name, answerTo(field, dice)]));

function answerTo({ Name, Type, Options, Pattern }: Asked, dice: Dice): string | boolean {
  if (known[Name]) return dice.pick(known[Name]);
  if (Type === "checkbox") return true;
  if (Type === "number") return `${1 + dice.below(9)}`;
  if (Type === "date") return "2099-01-01";
  if (Options.length > 0) return dice.pick(Options).Value;
  const fits = texts.filter((text) => Pattern === null || new RegExp(`^(?:${Pattern.Source})$`, "u").test(text));
  const text = fits[0] ?? texts[0]!;
  // Vendors take each address once.
  return text.includes("@") ? text.replace("@", `-${++addresses}@`) : text;
}

/** Lines to buy of a product, with answers to what is asked of each. */
export const someLines = (shelf: Shelf, dice: Dice, ProductId: string) =>
  Array.from({ length: 1 + dice.below(2) }, (_, index) => {
    const { id: OfferId, asks } = dice.pick(shelf.get(ProductId)!.offers);
    const Attributes = answer(asks, dice);
    return { Key: `line-${index}`, OfferId, Quantity: 1 + dice.below(9), ...(asks.length > 0 ? { Attributes } : {}) };
  });
