/** Hardware for hosted voice: ordering it with its delivery and its address. */
import { messages } from "@tradewind/domain/values/field-messages.ts";
import * as z from "zod/mini";
import { endpoint, id } from "../endpoint.ts";
import { manyLines, mostLines, offerId } from "./order-lines.ts";
import type { WireChange, WireProposal } from "./orders.ts";
import { placeCodes } from "./rule-codes.ts";

const text = z.optional(z.nullable(z.string().check(z.maxLength(500))));
/** What was shown; null where prices are hidden. */
const price = z.nullable(
  z.string().check(z.maxLength(20), z.regex(/^\d+(\.\d{1,8})?$/, "Must be an amount, as in 34.00")),
);

/** The journey says what each part of an address has to be, and refuses it by its name. */
const address = z.strictObject({
  /** Commercial 0, residential 1. */
  Type: z.literal([0, 1]),
  Address1: text,
  Address2: text,
  Address3: text,
  TownCity: text,
  County: text,
  PostCode: text,
  Telephone: text,
});

const product = z.strictObject({
  OfferId: offerId,
  Price: price,
  Quantity: z.int(messages.digitsOnly).check(z.gte(1, messages.minimum(1)), z.lte(100_000)),
});

/** What is ordered: goods by their group, how they are delivered and where to. */
export const hardwareService = z.strictObject({
  OrganisationID: id,
  OrderProducts: z
    .array(z.strictObject({ Products: z.array(product).check(z.minLength(1), z.maxLength(mostLines)) }))
    .check(
      z.minLength(1, "Choose at least one product"),
      z.refine(
        (groups) => groups.reduce((count, { Products }) => count + Products.length, 0) <= mostLines,
        `Order at most ${mostLines} lines at a time`,
      ),
    ),
  /** One of the journey's, as it was shown; null if the goods are collected. */
  DeliveryOption: z.nullable(
    z.strictObject({
      Id: z.string().check(z.maxLength(60)),
      Cost: price,
      Description: z.string().check(z.maxLength(200)),
    }),
  ),
  Address: z.nullable(address),
});
export type HardwareService = z.output<typeof hardwareService>;

/** Converts what is ordered to the change that it is: a line for each product. */
export const changeOfHardware = ({
  OrderProducts,
  DeliveryOption,
}: Pick<HardwareService, "OrderProducts" | "DeliveryOption">): WireChange => ({
  Kind: "add",
  Lines: OrderProducts.flatMap(({ Products }) => Products).map(({ OfferId, Quantity }, at) => ({
    Key: `line-${at + 1}`,
    OfferId,
    Quantity,
  })),
  DeliveryOption: DeliveryOption?.Id ?? null,
});

/** Adds what a proposal says that it costs; nothing where prices are hidden. */
export function pricedBy(service: HardwareService, lines: WireProposal["Lines"]): HardwareService {
  const costOf = (offer: string | null) => lines.find(({ OfferId }) => OfferId === offer)?.UnitCost ?? null;
  return {
    ...service,
    OrderProducts: service.OrderProducts.map(({ Products }) => ({
      Products: Products.map((each) => ({ ...each, Price: costOf(each.OfferId) })),
    })),
    DeliveryOption: service.DeliveryOption && { ...service.DeliveryOption, Cost: costOf(null) },
  };
}

export const hardware = {
  place: endpoint({
    method: "POST",
    path: "/api/hosted-voice/hardware/orders",
    summary: "Orders hardware for hosted voice with its delivery and its address, by the hash of its proposal",
    largestBody: manyLines,
    logs: "orders.add",
    access: { anyOf: ["addProducts"] },
    body: z.extend(hardwareService, {
      ProposalHash: z.string().check(z.regex(/^[0-9a-f]{64}$/, "Must be the proposal's hash")),
    }),
    result: z.object({ OrderId: id, InstanceId: id }),
    errors: placeCodes,
  }),
};
