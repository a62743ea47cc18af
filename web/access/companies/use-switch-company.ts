import { companies } from "@tradewind/contract/access/companies.ts";
import { leave } from "../../platform/leave.ts";
import { useWrite } from "../../platform/queries.ts";
import { beginLeaving } from "../../platform/tokens.ts";

/** Switches to another company: this page reloads there, and every other tab follows at its next call. */
export function useSwitchCompany() {
  return useWrite(companies.switch, {
    shown: true,
    onDone: () => {
      beginLeaving();
      leave.to("/");
    },
  });
}
