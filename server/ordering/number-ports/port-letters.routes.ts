import { portLetters } from "@tradewind/contract/ordering/port-letters.ts";
import { letterFiles } from "@tradewind/domain/ordering/number-ports.ts";
import { portPolicy } from "@tradewind/domain/pricing/policies.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { answer, answerPrepared } from "../../platform/http.ts";
import { readFile, refuseUnscanned } from "../../platform/sent-files.ts";
import { inThread } from "../../platform/threads.ts";
import { loadPolicies } from "../../catalogue/offers/offers.store.ts";
import { toOwnPort } from "./number-ports.reads.ts";
import { sendLetter } from "./port-letters.actions.ts";
import { drawPortLetter } from "./port-letter-document.ts";
import { letterOf } from "./port-letters.reads.ts";
import { findAnyLetter, findLetter } from "./port-letters.store.ts";

export const portLettersRoutes = [
  answer(portLetters.form, async (asking, { params }) => {
    const letter = await letterOf(asking, params.numberPortId);
    return {
      file: () => inThread(asking.actor.resellerId, drawPortLetter, letter),
      name: `letter-of-authority-${letter.number}.pdf`,
    };
  }),
  answerPrepared(
    portLetters.send,
    async (_, { body }) => readFile(body, letterFiles),
    async (doing, { params, body }, file) => {
      const row = await sendLetter(doing, params.numberPortId, body.SignedOn, file);
      return toOwnPort(row, doing.actor, portPolicy(await loadPolicies(doing.tx)), doing.now);
    },
  ),
  answer(portLetters.download, async ({ actor, db }, { params }) => {
    const letter = orNotFound(await findLetter(db, actor, params.numberPortId));
    refuseUnscanned(letter);
    return { file: letter.bytes, name: letter.name };
  }),
  answer(portLetters.atWork, async ({ db }, { params }) => {
    const letter = orNotFound(await findAnyLetter(db, params.numberPortId));
    refuseUnscanned(letter);
    return { file: letter.bytes, name: letter.name };
  }),
];
