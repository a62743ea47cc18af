import type { Goods } from "@tradewind/contract/ordering/goods.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";

type Return = Goods["Returns"][number];

/** Says where a return stands, and what the reader can do for it. */
export function returnWords({ Number, Quantity, Reason, Wants, State, Answer, Carrier, Tracking, At }: Return): string {
  const day = formatDate(At.slice(0, 10));
  const words = {
    expected: `on its way since ${day}: write ${Number} on the parcel. It is ${Wants === "credit" ? "credited" : "replaced"} once it is here`,
    received: `${Wants === "credit" ? "credited" : "replaced"} on ${day}`,
    refused: `refused on ${day}`,
    withdrawn: `withdrawn on ${day}`,
  };
  const parcel = [Carrier, Tracking && `tracking ${Tracking}`].filter(Boolean).join(", ");
  return [`Return ${Number}: ${Quantity} ${Reason}, ${words[State]}`, parcel, Answer].filter(Boolean).join(" · ");
}
