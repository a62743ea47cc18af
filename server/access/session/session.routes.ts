import { session } from "@tradewind/contract/access/session.ts";
import { answer } from "../../platform/http.ts";
import { hostOfPage } from "../../platform/own-page.ts";
import { mustSignNow, permissionsOf, sessionOf } from "./session.reads.ts";

/** Answered from what authentication already read; only the duty to sign is looked up. */
export const sessionRoutes = [
  answer(session.permissions, ({ actor }) => permissionsOf(actor)),
  answer(session.current, async ({ actor, platform, request, db }) =>
    sessionOf(platform, actor, hostOfPage(request), await mustSignNow(platform, db, actor)),
  ),
];
