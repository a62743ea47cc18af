import { voice } from "@tradewind/contract/ordering/voice.ts";
import { answer } from "../../platform/http.ts";
import { mailPlaced } from "../order-mails/order-mails.actions.ts";
import { placeVoiceOrder } from "./voice.actions.ts";
import { drawVoiceOrder } from "./voice.reads.ts";

export const voiceRoutes = [
  answer(voice.order, ({ actor, db }, { params }) => drawVoiceOrder(db, actor, params)),
  answer(voice.place, async (doing, { body }) => {
    const { OrderId, InstanceId, task, what } = await placeVoiceOrder(doing, body);
    await mailPlaced(doing, { task, what, customerId: body.OrganisationID, orderId: OrderId });
    return { OrderId, InstanceId };
  }),
];
