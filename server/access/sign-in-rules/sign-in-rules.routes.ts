import { everySignInRules, signInRules } from "@tradewind/contract/access/sign-in-rules.ts";
import { answer } from "../../platform/http.ts";
import { ipAccessOf, lift, saveIpAccess, saveSessionPolicy, shownSessionPolicyOf } from "./sign-in-rules.actions.ts";
import { listLimiting } from "./sign-in-rules.store.ts";

export const signInRulesRoutes = [
  answer(signInRules.ipAccess, ipAccessOf),
  answer(signInRules.saveIpAccess, (doing, { body }) => saveIpAccess(doing, body)),
  answer(signInRules.sessionPolicy, shownSessionPolicyOf),
  answer(signInRules.saveSessionPolicy, (doing, { body }) => saveSessionPolicy(doing, body)),
  answer(everySignInRules.list, async ({ db }) => ({
    Items: (await listLimiting(db)).map((row) => ({
      CompanyId: row.id,
      CompanyName: row.name,
      Addresses: row.addresses,
      SsoOnly: row.sso_only,
      Changed: row.changed_at.toISOString(),
    })),
  })),
  answer(everySignInRules.lift, async (doing, { params, body }) => {
    await lift(doing, params.companyId, body.Reason);
    return {};
  }),
];
