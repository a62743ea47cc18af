import { footer } from "@tradewind/contract/portal/footer.ts";
import { answer } from "../../platform/http.ts";
import { changeFooter, chooseOptOuts, optOutsOf } from "./footer.actions.ts";
import { listButtons } from "./footer.store.ts";
import { policies } from "./policies.data.ts";

export const footerRoutes = [
  answer(footer.buttons, async ({ db }) => ({ Items: await listButtons(db) })),
  answer(footer.policy, (_, { params }) => ({ Id: params.policyId, ...policies[params.policyId] })),
  answer(footer.optOuts, (context) => optOutsOf(context)),
  answer(footer.setOptOuts, (context, { body }) => chooseOptOuts(context, body.OptedOut)),
  answer(footer.change, async (doing, { body }) => {
    await changeFooter(doing, body.Items);
    return { Items: await listButtons(doing.tx) };
  }),
];
