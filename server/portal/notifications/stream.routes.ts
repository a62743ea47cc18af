import type { OutgoingHttpHeaders } from "node:http";
import { notifications } from "@tradewind/contract/portal/notifications.ts";
import { AppError } from "../../platform/app-error.ts";
import { logRefusal } from "../../platform/entries.ts";
import { requireListed } from "../../platform/ip-access.ts";
import { answer, answerStream } from "../../platform/http.ts";
import { useTicket, ownCustomers } from "./stream.store.ts";

export const streamRoutes = [
  answer(notifications.negotiate, async ({ actor, platform }) => ({
    accessToken: await platform.tokens.signTicket({ sid: actor.sessionId, sub: actor.personId }),
    url: notifications.stream.path,
  })),
  /** An EventSource cannot send a bearer token, so a ticket with no other use travels in the URL. */
  answerStream(notifications.stream, async ({ platform, request, reply }, { query }) => {
    const ticket = await platform.tokens.checkTicket(query.access_token);
    const actor = ticket && (await platform.sessions.actorOf(ticket["sid"] as string));
    if (!actor) throw new AppError("notSignedIn");
    try {
      requireListed(actor.listed, request.ip);
    } catch (error) {
      if (error instanceof AppError) await logRefusal(platform, notifications.stream, actor, request, error);
      throw error;
    }
    const customers = actor.restriction?.customers ? await ownCustomers(platform.database, actor) : null;
    const { sessionId, ends, personId, resellerId, customerId } = actor;
    const who = { sessionId, ends, personId, resellerId: resellerId ?? "", customerId, customers };
    const fresh = await platform.database.write({ role: "app_identity" }, (tx) => useTicket(tx, ticket.jti!));
    if (!fresh) throw new AppError("notSignedIn");
    platform.hub.refuse(who);
    const lastSeen = request.headers["last-event-id"] ?? query.lastEventId;
    reply.hijack();
    await platform.hub.attach(
      reply.raw,
      reply.getHeaders() as OutgoingHttpHeaders,
      who,
      typeof lastSeen === "string" ? lastSeen : undefined,
    );
  }),
];
