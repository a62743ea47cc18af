import { voice } from "@tradewind/contract/ordering/voice.ts";
import { answer } from "../../platform/http.ts";
import { placeVoiceOrder } from "./voice.actions.ts";
import { drawVoiceOrder } from "./voice.reads.ts";

export const voiceRoutes = [
  answer(voice.order, ({ actor, db }, { params }) => drawVoiceOrder(db, actor, params)),
  answer(voice.place, async (doing, { body }) => {
    const { OrderId, InstanceId } = await placeVoiceOrder(doing, body);
    return { OrderId, InstanceId };
  }),
];
