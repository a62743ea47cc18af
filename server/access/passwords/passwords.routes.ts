import { passwords } from "@tradewind/contract/access/passwords.ts";
import { generatePassword } from "@tradewind/domain/access/passwords.ts";
import { answer, answerPrepared } from "../../platform/http.ts";
import { randomBelow } from "../../platform/random.ts";
import {
  askForProviderReset,
  changeByKey,
  changeOwn,
  mailLinkToOther,
  prepareByKey,
  prepareOther,
  prepareOwn,
  requestReset,
  resetOther,
  rulesOf,
  worksByMail,
} from "./passwords.actions.ts";

export const passwordsRoutes = [
  answer(passwords.rules, ({ platform }) => ({ Rules: [...rulesOf(platform.config)] })),
  answer(passwords.generate, () => ({ Password: generatePassword(randomBelow) })),
  answer(passwords.requestReset, async (doing, { body }) => (await requestReset(doing, body.UserName)) ?? {}),
  answer(passwords.checkKey, async ({ db }, { body }) => ({ Works: await worksByMail(db, body.key) })),
  answerPrepared(
    passwords.change,
    (call, { body }) => prepareByKey(call, body),
    async (doing, { body }, made) => {
      await changeByKey(doing, body, made);
      return {};
    },
  ),
  answerPrepared(
    passwords.update,
    (call, { params, body }) => prepareOwn(call, { userType: params.loginKind, userName: params.loginName, ...body }),
    async (doing, _, made) => {
      await changeOwn(doing, made);
      return {};
    },
  ),
  answerPrepared(
    passwords.reset,
    (call, { params, body }) => prepareOther(call, params.userId, body),
    async (doing, { params }, made) => {
      await resetOther(doing, params.userId, made);
      return {};
    },
  ),
  answer(passwords.resetFor, async (doing, { params }) => {
    await mailLinkToOther(doing, params.userId);
    return {};
  }),
  answer(passwords.resetSso, async (doing, { params }) => {
    await askForProviderReset(doing, params.userId);
    return {};
  }),
];
