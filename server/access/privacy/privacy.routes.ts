import { personalData } from "@tradewind/contract/access/privacy.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import { reachable } from "../people/reach.reads.ts";
import { eraseAnybody, eraseUser, ownedUser } from "./privacy.actions.ts";
import { dataOf, previewOf } from "./privacy.reads.ts";
import { findPersonOf } from "./privacy.store.ts";

const identity = { role: "app_identity" } as const;
export const privacyRoutes = [
  answer(personalData.own, (call) => dataOf(call, call.actor.personId)),
  answer(personalData.ofUser, async (call, { params }) => {
    const user = await call.platform.database.read(identity, (db) => ownedUser(db, call.actor, params.userId));
    return dataOf(call, user.person_id);
  }),
  answer(personalData.ofAnybody, async (call, { params }) => {
    const found = await call.platform.database.read(identity, (db) => findPersonOf(db, params.membershipId));
    return dataOf(call, orNotFound(found).person_id);
  }),
  answer(personalData.previewUser, async ({ db, actor }, { params }) => {
    const { person_id } = await reachable(db, actor, params.userId);
    const refusal = await ownedUser(db, actor, params.userId).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof AppError) return error;
        throw error;
      },
    );
    return previewOf(db, person_id, refusal);
  }),
  answer(personalData.eraseUser, async (doing, { params }) => {
    await eraseUser(doing, params.userId);
    return {};
  }),
  answer(personalData.previewAnybody, async ({ db }, { params }) =>
    previewOf(db, orNotFound(await findPersonOf(db, params.membershipId)).person_id, undefined),
  ),
  answer(personalData.eraseAnybody, async (doing, { params }) => {
    await eraseAnybody(doing, params.membershipId);
    return {};
  }),
];
