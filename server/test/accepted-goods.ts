import { orders } from "@tradewind/contract/ordering/orders.ts";
import { returns } from "@tradewind/contract/ordering/returns.ts";
import { goodsReturned, goodsSent, goodsToSend } from "./goods-to-send.ts";
import { collected, proposalOfHardware } from "./hardware.ts";
import type { World } from "./object-makers.ts";
import { addCustomerOf } from "./order-story.ts";
import { signAgreements } from "./sign-agreements.ts";
import type { Person } from "./test-app.ts";

const oneBack = { Quantity: 1, Reason: "faulty" as const, Wants: "credit" as const, Serials: [] };

/** What calls about goods need to be accepted. */
export const acceptedOfGoods = {
  "hardware.place": async ({ app }: World, person: Person) => {
    await signAgreements(app, person);
    const service = collected(await addCustomerOf(app, person));
    const { Result } = await app.call(person, orders.propose, { body: proposalOfHardware(service) });
    return { body: { ...service, ProposalHash: Result!.Hash } };
  },
  "orders.cancelRest": async (world: World, person: Person) => {
    const { OrderId, line } = await goodsToSend(world, person);
    return { params: { orderId: OrderId }, body: { Keys: [line] } };
  },
  "returns.ofLine": async (world: World, person: Person) => {
    const { OrderId, line } = await goodsSent(world, person);
    return { params: { orderId: OrderId }, query: { Key: line } };
  },
  "returns.propose": async (world: World, person: Person) => {
    const { OrderId, line } = await goodsSent(world, person);
    return { params: { orderId: OrderId }, body: { ...oneBack, Key: line } };
  },
  "returns.ask": async (world: World, person: Person) => {
    const { OrderId, line } = await goodsSent(world, person);
    const asked = { params: { orderId: OrderId }, body: { ...oneBack, Key: line } };
    const { Hash } = (await world.app.call(person, returns.propose, asked)).Result!;
    return { ...asked, body: { ...asked.body, Hash } };
  },
  "returns.withdraw": async (world: World, person: Person) => ({
    params: { returnId: await goodsReturned(world, person) },
    body: {},
  }),
  "returns.receive": async (world: World) => ({
    params: { returnId: await goodsReturned(world, world.person) },
    body: { Restocked: 1, WrittenOff: 0 },
  }),
  "returns.refuse": async (world: World) => ({
    params: { returnId: await goodsReturned(world, world.person) },
    body: { Why: "Broken" },
  }),
  "work.dispatch": async (world: World) => {
    const { work, line } = await goodsToSend(world, world.person);
    return {
      params: { workItemId: work },
      body: { Carrier: "DPD", Lines: [{ Key: line, Quantity: 1 }], Lists: [], Made: [] },
    };
  },
} satisfies Record<string, (world: World, person: Person) => Promise<object>>;
