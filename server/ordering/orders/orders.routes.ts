import { orders } from "@tradewind/contract/ordering/orders.ts";
import { toWireProposal } from "@tradewind/contract/ordering/proposals.ts";
import { seesPrices } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import { drawJourney } from "../journeys/journeys.reads.ts";
import { drawOrder } from "./order-page.reads.ts";
import { ordersToWire } from "./order-wire.reads.ts";
import { cancelRest } from "./cancel-rest.actions.ts";
import { lookAtOrder, placeOrder, retryOrder } from "./orders.actions.ts";
import { findOrder } from "./orders.store.ts";
import { propose } from "../proposals/proposals.reads.ts";

export const ordersRoutes = [
  answer(orders.journey, ({ actor, db, now, platform }, { params, query }) =>
    drawJourney(db, actor, now, platform.vendors, { ...params, ...query }),
  ),
  answer(orders.propose, async (asking, { body }) => {
    const { proposal, hash } = await propose(asking, body);
    return toWireProposal(proposal, hash, asking.actor.currency, seesPrices(asking.actor));
  }),
  answer(orders.place, async (doing, { body }) => {
    const { OrderId, InstanceId } = await placeOrder(doing, body);
    return { OrderId, InstanceId };
  }),
  answer(orders.byId, async ({ actor, db, now, platform }, { params }) =>
    drawOrder(db, actor, platform.vendors, orNotFound(await findOrder(db, actor, params.orderId)), now),
  ),
  answer(orders.retry, async (doing, { params }) => {
    const order = await retryOrder(doing, params.orderId);
    return (await ordersToWire(doing.tx, doing.actor, doing.platform.vendors, [order]))[0]!;
  }),
  answer(orders.cancelRest, async (doing, { params, body }) => {
    const order = await cancelRest(doing, params.orderId, body.Keys);
    return (await ordersToWire(doing.tx, doing.actor, doing.platform.vendors, [order]))[0]!;
  }),
  answer(orders.look, async (doing, { params }) => {
    const order = await lookAtOrder(doing, params.orderId);
    return (await ordersToWire(doing.tx, doing.actor, doing.platform.vendors, [order]))[0]!;
  }),
];
