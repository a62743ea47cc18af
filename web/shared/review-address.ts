import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";

/** Where one agreement is read and signed, and where that leads afterwards. */
export const reviewAddress = (agreementId: string, then?: string): string =>
  linkTo(screens.agreement, { agreementId, forced: "false", back: "false" }, { return: then });
