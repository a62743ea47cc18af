import { hardware } from "@tradewind/contract/ordering/hardware.ts";
import { answer } from "../../platform/http.ts";
import { placeHardwareOrder } from "./hardware.actions.ts";

export const hardwareRoutes = [
  answer(hardware.place, async (doing, { body }) => {
    const { OrderId, InstanceId } = await placeHardwareOrder(doing, body);
    return { OrderId, InstanceId };
  }),
];
