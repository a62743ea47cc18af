import { session } from "@tradewind/contract/session.ts";
import { answerBare } from "../../platform/http.ts";
import { permissionsOf, sessionOf } from "./session.actions.ts";

/** Both answer from what sign-in already read: no transaction of their own. */
export const sessionRoutes = [
  answerBare(session.permissions, ({ actor }) => permissionsOf(actor)),
  answerBare(session.current, ({ actor, platform }) => sessionOf(platform, actor)),
];
