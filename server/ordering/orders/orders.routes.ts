import { orders } from "@tradewind/contract/ordering/orders.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import { drawJourney } from "../journeys/journeys.reads.ts";
import { drawProposal, meetRules } from "../order-rules/order-rules.reads.ts";
import { drawOrder } from "./order-page.reads.ts";
import { ordersToWire } from "./order-wire.reads.ts";
import { answerOrder } from "./answer-order.actions.ts";
import { cancelRest } from "./cancel-rest.actions.ts";
import { lookAtOrder, placeOrder } from "./orders.actions.ts";
import { mailPlaced } from "../order-mails/order-mails.actions.ts";
import { retryOrder } from "./retry-order.actions.ts";
import { findOrder } from "./orders.store.ts";
import { propose } from "../proposals/proposals.reads.ts";

export const ordersRoutes = [
  answer(orders.journey, ({ actor, db, now, platform }, { params, query }) =>
    drawJourney(db, actor, now, platform.vendors, { ...params, ...query }),
  ),
  answer(orders.propose, async (asking, { body }) => {
    const { db, actor, now } = asking;
    const worked = await propose(asking, body);
    return drawProposal(worked, await meetRules(db, actor, body.CustomerId, worked.sale(), now), actor);
  }),
  answer(orders.place, async (doing, { body }) => {
    const { OrderId, InstanceId, task, what, proposal } = await placeOrder(doing, body);
    await mailPlaced(doing, { task, what, customerId: body.CustomerId, orderId: OrderId });
    return { OrderId, InstanceId, UndoUntil: proposal.undoUntil };
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
  answer(orders.answer, async (doing, { params, body }) => {
    const order = await answerOrder(doing, params.orderId, body.Answers);
    return (await ordersToWire(doing.tx, doing.actor, doing.platform.vendors, [order]))[0]!;
  }),
  answer(orders.look, async (doing, { params }) => {
    const order = await lookAtOrder(doing, params.orderId);
    return (await ordersToWire(doing.tx, doing.actor, doing.platform.vendors, [order]))[0]!;
  }),
];
