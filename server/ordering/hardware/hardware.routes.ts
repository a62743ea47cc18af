import { hardware } from "@tradewind/contract/ordering/hardware.ts";
import { answer } from "../../platform/http.ts";
import { mailPlaced } from "../order-mails/order-mails.actions.ts";
import { placeHardwareOrder } from "./hardware.actions.ts";

export const hardwareRoutes = [
  answer(hardware.place, async (doing, { body }) => {
    const { OrderId, InstanceId, task, what } = await placeHardwareOrder(doing, body);
    await mailPlaced(doing, { task, what, customerId: body.OrganisationID, orderId: OrderId });
    return { OrderId, InstanceId };
  }),
];
