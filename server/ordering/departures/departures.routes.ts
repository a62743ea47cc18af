import { users } from "@tradewind/contract/access/users.ts";
import { answer } from "../../platform/http.ts";
import { removeUser } from "./departures.actions.ts";
import { findLeaving, listLeaving } from "./departures.reads.ts";

export const departuresRoutes = [
  answer(users.leaving, async ({ db, actor, now, platform }, { params }) => {
    const leaving = await listLeaving({ db, actor, now, platform }, await findLeaving(db, actor, params.userId));
    return {
      Items: leaving.map(({ kind, name, until, refusal }) => ({
        Kind: kind,
        Name: name,
        Until: until,
        Refused: refusal?.message ?? null,
      })),
    };
  }),
  answer(users.remove, async (doing, { params }) => {
    await removeUser(doing, params.userId);
    return {};
  }),
];
