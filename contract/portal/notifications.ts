/**
 * A person's notifications, and the realtime hub: a short-lived ticket, then a stream of `SendMessage` events that say
 * what to refetch.
 */
import { userKinds } from "@tradewind/domain/values/permissions.ts";
import * as z from "zod/mini";
import { endpoint, id, instant } from "../endpoint.ts";

/** Everybody but the operator's own staff. */
export const tenants = { anyOf: [], kinds: userKinds.filter((kind) => kind !== "admin") } as const;

export const notificationCategories = ["Orders", "Billing", "Agreements", "Support", "Service status"] as const;
export type NotificationCategory = (typeof notificationCategories)[number];

const status = z.enum(["new", "read"]);
const notification = z.object({
  Id: id,
  Status: status,
  Category: z.enum(notificationCategories),
  Content: z.string(),
  Created: instant,
  /** Address within the portal of the page about it. */
  Link: z.nullable(z.string()),
});

export const notifications = {
  list: endpoint({
    method: "GET",
    path: "/api/notifications",
    summary: "The latest hundred of a person's notifications, and how many of all are new",
    access: tenants,
    flag: "Notifications",
    query: z.strictObject({
      /** `all` is only a filter. */
      Status: z._default(z.enum(["all", "new", "read"]), "all"),
      Category: z.optional(z.enum(notificationCategories)),
      Search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    }),
    result: z.object({ Items: z.array(notification), New: z.number() }),
  }),
  change: endpoint({
    method: "PATCH",
    path: "/api/notifications",
    summary: "Marks a notification as read, or as new again",
    unlogged: "It is about nothing but the person's own pages.",
    access: tenants,
    flag: "Notifications",
    body: z.strictObject({ Id: id, Status: status }),
    result: z.object({ New: z.number() }),
    errors: ["notFound"],
    jump: false,
  }),
  readAll: endpoint({
    method: "POST",
    path: "/api/notifications/read-all",
    summary: "Marks every notification as read",
    unlogged: "It is about nothing but the person's own pages.",
    access: tenants,
    flag: "Notifications",
    result: z.object({ New: z.number() }),
    jump: false,
  }),
  reloadInterval: endpoint({
    method: "GET",
    path: "/api/notifications/reload-interval",
    summary: "Milliseconds between two looks for new notifications",
    access: tenants,
    as: "none",
    result: z.number(),
  }),
  dropzone: endpoint({
    method: "GET",
    path: "/api/notifications/dropzone",
    summary: "What was said of services and is not closed yet, the latest first, at most fifty",
    access: tenants,
    result: z.object({
      Items: z.array(z.object({ Id: id, Added: instant, ServiceName: z.string(), Message: z.string() })),
    }),
  }),
  close: endpoint({
    method: "POST",
    path: "/api/notifications/dropzone/:notificationId/close",
    summary: "Takes a notice out of the panel; it counts as read",
    unlogged: "It is about nothing but the person's own pages.",
    access: tenants,
    params: z.strictObject({ notificationId: id }),
    result: z.object({}),
    errors: ["notFound"],
    jump: false,
  }),
  negotiate: endpoint({
    method: "GET",
    path: "/api/notifications/negotiate",
    summary: "A ticket for the stream, good once and for a minute",
    access: "signedIn",
    as: "none",
    tokens: false,
    result: z.object({ accessToken: z.string(), url: z.string() }),
  }),
  stream: endpoint({
    method: "GET",
    path: "/api/notifications/stream",
    summary: "Server-sent events named SendMessage; `Last-Event-ID` or `lastEventId` resumes",
    unlogged: "It carries only names of what to read again.",
    access: "public",
    as: "none",
    file: "text/event-stream",
    query: z.strictObject({
      access_token: z.string().check(z.maxLength(2000)),
      lastEventId: z.optional(z.string().check(z.maxLength(200))),
    }),
    result: z.unknown(),
  }),
};
/** Data of a `SendMessage` event. */
export type SendMessage = { Topics: string[] };
