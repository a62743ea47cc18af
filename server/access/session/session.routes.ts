import { session } from "@tradewind/contract/access/session.ts";
import { answerBare } from "../../platform/http.ts";
import { permissionsOf, sessionOf } from "./session.reads.ts";

/** They answer from what sign-in already read; only a reseller's duty to sign is looked up. */
export const sessionRoutes = [
  answerBare(session.permissions, ({ actor }) => permissionsOf(actor)),
  answerBare(session.current, ({ actor, platform, request }) => sessionOf(platform, actor, request.hostname)),
];
