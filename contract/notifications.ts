/** The realtime hub: a short-lived ticket, then a stream of `SendMessage` events that say what to fetch again. */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

export const notifications = {
  negotiate: endpoint({
    method: "GET",
    path: "/api/notifications/negotiate",
    summary: "A ticket for the stream, good once and for a minute",
    access: "signedIn",
    result: z.object({ accessToken: z.string(), url: z.string() }),
  }),
  stream: endpoint({
    method: "GET",
    path: "/api/notifications/stream",
    summary: "Server-sent events named SendMessage; `Last-Event-ID` or `lastEventId` resumes",
    access: "public",
    file: "text/event-stream",
    query: z.strictObject({
      access_token: z.string().check(z.maxLength(2000)),
      lastEventId: z.optional(z.string().check(z.maxLength(60))),
    }),
    result: z.unknown(),
  }),
};
/** Data of a `SendMessage` event. */
export type SendMessage = { Topics: string[] };
