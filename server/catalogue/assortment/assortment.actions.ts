import { isDeepStrictEqual } from "node:util";
import type { assortment } from "@tradewind/contract/catalogue/assortment.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import type { OwnWords, ShippedWords } from "@tradewind/domain/catalogue/product-words.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Tx } from "../../platform/db.ts";
import { announceToAll } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { fromWords, shippedOrder } from "./assortment-wire.ts";
import { countProducts, isNameTaken, layWords, lockWords, saveWords, type WordsRow } from "./assortment.store.ts";
import { replacePictures, type Picture } from "./product-pictures.store.ts";

type Body<Name extends keyof typeof assortment> = InputOf<(typeof assortment)[Name]>["body"];
type Who = Doing<OperatorActor>;

const refuseField = (field: string, message: string) =>
  new AppError("invalidRequest", { fields: { [field]: message } });

/** Locks a product for a change that was made to this version of it. */
export async function lockVersion(tx: Tx, productId: string, version: number): Promise<WordsRow> {
  const row = orNotFound(await lockWords(tx, productId));
  if (row.version !== version) throw new AppError("conflict");
  if (!row.shipped.lines) throw new AppError("productNameOnly");
  return row;
}

/** Saves what the operator says, lays it over what is shipped, and has every open marketplace draw it. */
export async function saveChange(
  { tx, doer, now }: Who,
  productId: string,
  { version, own }: Pick<WordsRow, "version" | "own">,
  entry: { action: string; what: string },
): Promise<void> {
  await saveWords(tx, productId, own, version + 1, now);
  await layWords(tx, productId);
  await recordActivity(tx, doer, { ...entry, object: ["product", null] });
  await announceToAll(tx, ["catalogue"]);
}

/** Keeps of what is said only what differs from the release, so that the rest follows the next one. */
function kept(own: OwnWords, shipped: Partial<ShippedWords>, said: Partial<OwnWords>): OwnWords {
  const rest = { ...own };
  for (const name of Object.keys(said) as (keyof OwnWords)[]) delete rest[name];
  const differing = Object.entries(said).filter(
    ([name, value]) => !isDeepStrictEqual(value, shipped[name as keyof ShippedWords] ?? []),
  );
  return { ...rest, ...Object.fromEntries(differing) };
}

const fieldNames = {
  name: "name",
  description: "summary",
  category: "category",
  lines: "description",
  synonyms: "search words",
  needs: "needs",
  goes_with: "goes with",
  documents: "documents",
} as const;

/** Changes what is said of a product. */
export async function sayWords(doing: Who, productId: string, { Version, ...words }: Body<"say">): Promise<void> {
  const { tx } = doing;
  const row = await lockVersion(tx, productId, Version);
  const said = fromWords({ ...words, SearchWords: [...new Set(words.SearchWords)] });
  if (said.name !== row.name && (await isNameTaken(tx, productId, said.name))) throw new AppError("productNameTaken");
  const others = said.goes_with.map(({ product_id }) => product_id);
  if (new Set(others).size < others.length || others.includes(productId))
    throw refuseField("GoesWith", "Name each other product once");
  if (others.length > 0 && (await countProducts(tx, others)) < others.length)
    throw refuseField("GoesWith", "One of these products does not exist");
  const before = { ...row.shipped, ...row.own };
  const changed = (Object.keys(fieldNames) as (keyof typeof fieldNames)[]).filter(
    (name) => !isDeepStrictEqual(said[name], before[name] ?? []),
  );
  if (changed.length === 0) return;
  await saveChange(
    doing,
    productId,
    { version: row.version, own: kept(row.own, row.shipped, said) },
    {
      action: "assortment.say",
      what: `Changed what is said of ${said.name}: ${changed.map((name) => fieldNames[name]).join(", ")}`,
    },
  );
}

/** Names and orders the plans of a product, and says what each contains. */
export async function arrangePlans(
  doing: Who,
  productId: string,
  { Version, Plans, Features }: Body<"arrange">,
): Promise<void> {
  const row = await lockVersion(doing.tx, productId, Version);
  const { shipped } = row;
  const skus = shippedOrder(shipped);
  const order = Plans.map(({ Sku }) => Sku);
  if (!isDeepStrictEqual(order.toSorted(), skus.toSorted())) throw refuseField("Plans", "Name each plan once");
  if (Features.some(({ Of }) => Object.keys(Of).some((sku) => !skus.includes(sku))))
    throw refuseField("Features", "Say it of plans of this product");
  const shippedNames = new Map(shipped.offers.map(({ sku, name }) => [sku, name]));
  const { names: _, order: _order, ...own } = row.own;
  const names = Object.fromEntries(
    Plans.flatMap(({ Sku, Name }) => (Name === shippedNames.get(Sku) ? [] : [[Sku, Name]])),
  );
  const arranged: OwnWords = {
    ...kept(own, shipped, { features: Features.map(({ Name, Of }) => ({ name: Name, of: Of })) }),
    ...(Object.keys(names).length > 0 && { names }),
    ...(!isDeepStrictEqual(order, skus) && { order }),
  };
  if (isDeepStrictEqual(arranged, row.own)) return;
  const what = `Arranged the plans of ${row.name}`;
  await saveChange(
    doing,
    productId,
    { version: row.version, own: arranged },
    {
      action: "assortment.arrange",
      what,
    },
  );
}

/** Gives a product a picture, null for its drawing, undefined for the one it has; and says what it shows. */
export async function showPicture(
  doing: Who,
  productId: string,
  { Version, Alt }: Body<"picture">,
  picture: Picture | null | undefined,
): Promise<void> {
  const row = await lockVersion(doing.tx, productId, Version);
  const { picture: before, picture_alt: _, ...own } = row.own;
  if (picture !== undefined) await replacePictures(doing.tx, productId, picture);
  const name = picture === undefined ? before : picture?.name;
  const what =
    picture === undefined
      ? `Changed what the picture of ${row.name} is said to show`
      : picture
        ? `Gave ${row.name} another picture`
        : `Went back to the drawing of ${row.name}`;
  await saveChange(
    doing,
    productId,
    { version: row.version, own: { ...own, ...(name && { picture: name, ...(Alt && { picture_alt: Alt }) }) } },
    { action: "assortment.picture", what },
  );
}
