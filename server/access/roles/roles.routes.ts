import { rolesOfUsers } from "@tradewind/contract/access/roles.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import { changeRoles, toUserRoles } from "./roles.actions.ts";
import { findMember } from "./roles.store.ts";

export const rolesRoutes = [
  answer(rolesOfUsers.ofUser, async ({ db, actor }, { params }) =>
    toUserRoles(actor, orNotFound(await findMember(db, actor, params.userId))),
  ),
  answer(rolesOfUsers.change, async (doing, { params, body }) => {
    const changed = await changeRoles(doing, params.userId, { seen: body.Seen, roles: body.UserRoles });
    doing.platform.sessions.forget("");
    return changed;
  }),
];
