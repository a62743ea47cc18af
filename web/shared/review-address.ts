import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";

/** Returns the address for reading and signing an agreement, and where to go afterwards. */
export const reviewAddress = (agreementId: string, then?: string): string =>
  linkTo(screens.agreement, { agreementId, forced: "false", back: "false" }, { return: then });
