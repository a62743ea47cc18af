import { companies } from "@tradewind/contract/access/companies.ts";
import { leave } from "../../platform/leave.ts";
import { useWrite } from "../../platform/queries.ts";
import { beginLeaving } from "../../platform/tokens.ts";

/** Goes on in another company: this page begins anew there, and so does every other tab with its next call. */
export function useSwitchCompany() {
  return useWrite(companies.switch, {
    shown: true,
    onDone: () => {
      beginLeaving();
      leave.to("/");
    },
  });
}
