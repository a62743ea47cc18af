import { users } from "@tradewind/contract/access/users.ts";
import { answer } from "../../platform/http.ts";
import { removeUser } from "./departures.actions.ts";
import { isLastAdmin } from "./departures.store.ts";
import { findLeaving, listLeaving } from "./departures.reads.ts";

export const departuresRoutes = [
  answer(users.leaving, async ({ db, actor, now, platform }, { params }) => {
    const user = await findLeaving(db, actor, params.userId);
    const [leaving, last] = await Promise.all([
      listLeaving({ db, actor, now, platform }, user),
      isLastAdmin(db, actor.resellerId, user),
    ]);
    return {
      IsLastAdmin: last,
      Items: leaving.map(({ kind, name, until, refusal }) => ({
        Kind: kind,
        Name: name,
        Until: until,
        Refused: refusal?.message ?? null,
      })),
    };
  }),
  answer(users.remove, async (doing, { params, query }) => {
    await removeUser(doing, params.userId, { evenLast: query.EvenLast === "true" });
    return {};
  }),
];
