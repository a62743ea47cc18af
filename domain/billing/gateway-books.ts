/** Where a payment gateway and our books do not agree. */

export const gatewayDifferenceStates = ["open", "setAside", "closed"] as const;
export type GatewayDifferenceState = (typeof gatewayDifferenceStates)[number];
export const gatewayDifferenceCauses = [
  "unknownPayment",
  "amountDiffers",
  "notAtGateway",
  "payoutDiffers",
  "unexplained",
] as const;
export type GatewayDifferenceCause = (typeof gatewayDifferenceCauses)[number];
export const payoutStatuses = ["onItsWay", "paid", "failed"] as const;
