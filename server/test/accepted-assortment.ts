import { assortment } from "@tradewind/contract/catalogue/assortment.ts";
import type { World } from "./object-makers.ts";
import { pngAddress, pngOf } from "./pictures.ts";
import type { Person } from "./test-app.ts";

/** A product that few tests are about. */
const params = { productId: "skykick" };
const found = async ({ app }: World, operator: Person) =>
  (await app.call(operator, assortment.byId, { params })).Result!;

/** What calls about the operator's products need to be accepted. */
export const acceptedOfAssortment = {
  "assortment.say": async (world: World, operator: Person) => {
    const { Version, Words } = await found(world, operator);
    return { params, body: { Version, ...Words!, Summary: `Moves mailboxes, and then copies them (${Version}).` } };
  },
  "assortment.arrange": async (world: World, operator: Person) => {
    const { Version, Plans, Features } = await found(world, operator);
    const named = Plans.map(({ Sku, Name }, at) => ({ Sku, Name: at === 0 ? `SkyKick ${Version}` : Name }));
    return { params, body: { Version, Plans: named, Features } };
  },
  "assortment.sell": async (world: World, operator: Person) => {
    const { Version, Plans } = await found(world, operator);
    return { params, body: { Version, OfferId: Plans[0]!.Offers[0]!.OfferId, From: "2099-01-01", Until: null } };
  },
  "assortment.picture": async (world: World, operator: Person) => {
    const { Version } = await found(world, operator);
    return { params, body: { Version, Picture: pngAddress(pngOf(64, 64)), Alt: "A mailbox" } };
  },
};
