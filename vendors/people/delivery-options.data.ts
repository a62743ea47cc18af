import type { DeliveryOptionData } from "../catalogue-data.ts";

/** Prices are per order, net. */
export const deliveryOptions: readonly DeliveryOptionData[] = [
  {
    id: "standard",
    product_id: "hosted-voice-hardware",
    description: "Standard, 3 to 5 working days",
    GBP: "6.00",
    EUR: "7.50",
  },
  { id: "next-day", product_id: "hosted-voice-hardware", description: "Next working day", GBP: "9.50", EUR: "14.00" },
  {
    id: "before-noon",
    product_id: "hosted-voice-hardware",
    description: "Next working day before noon",
    GBP: "15.00",
    EUR: "21.00",
  },
];
