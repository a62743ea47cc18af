import { passwords } from "@tradewind/contract/access/passwords.ts";
import { generatePassword } from "@tradewind/domain/access/passwords.ts";
import { answerBare } from "../../platform/http.ts";
import { randomBelow } from "../../platform/random.ts";
import {
  askForProviderReset,
  changeByKey,
  changeOwn,
  mailLinkToOther,
  requestReset,
  resetOther,
  rulesOf,
} from "./passwords.actions.ts";

export const passwordsRoutes = [
  answerBare(passwords.rules, ({ platform }) => ({ Rules: [...rulesOf(platform.config)] })),
  answerBare(passwords.generate, () => ({ Password: generatePassword(randomBelow) })),
  answerBare(passwords.requestReset, async ({ platform, ip }, { body }) => {
    await requestReset(platform, body.UserName, ip);
    return {};
  }),
  answerBare(passwords.change, async ({ platform, ip }, { body }) => {
    await changeByKey(platform, body, ip);
    return {};
  }),
  answerBare(passwords.update, async ({ platform, actor, ip }, { params, body }) => {
    await changeOwn(platform, actor, { userType: params.loginKind, userName: params.loginName, ...body }, ip);
    return {};
  }),
  answerBare(passwords.reset, async (context, { params, body }) => {
    await resetOther(context, params.userId, body);
    return {};
  }),
  answerBare(passwords.resetFor, async (context, { params }) => {
    await mailLinkToOther(context, params.userId);
    return {};
  }),
  answerBare(passwords.resetSso, async (context, { params }) => {
    await askForProviderReset(context, params.userId);
    return {};
  }),
];
