import { consoles } from "@tradewind/contract/ordering/consoles.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import { askForConsole, placeOfLink } from "./consoles.actions.ts";
import { findLink } from "./consoles.store.ts";

export const consolesRoutes = [
  answer(consoles.ask, async (doing, { params }) => ({ Id: await askForConsole(doing, params.instanceId) })),
  answer(consoles.link, async ({ db, actor, platform }, { params }) => {
    const link = orNotFound(await findLink(db, actor.resellerId, actor.membershipId, params.consoleLinkId));
    if (link.state === "refused") throw new AppError("consoleRefused", { message: link.reason! });
    return link.sealed === null ? null : platform.secrets.open(link.sealed, placeOfLink(link));
  }),
];
