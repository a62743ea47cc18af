/** The operator's messages to many people: announcements open by themselves, a banner is shown above every page. */
import { userKinds } from "@tradewind/domain/values/permissions.ts";
import * as z from "zod/mini";
import { endpoint, id, instant } from "../endpoint.ts";
import { tenants } from "./notifications.ts";

const operator = { anyOf: [], kinds: ["admin"] } as const;
const params = z.strictObject({ announcementId: id });
const kind = z.enum(["announcement", "banner"]);
/** Possible audience: everybody but the operator's own staff. */
export const audienceKinds = userKinds.filter((each) => each !== "admin");
export const announcementStates = ["planned", "shown", "over", "withdrawn"] as const;
export type AnnouncementState = (typeof announcementStates)[number];
const time = z
  .string()
  .check(
    z.regex(
      /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?Z$/,
      "Must be a date and time",
    ),
  );

const written = z.object({
  Id: id,
  Kind: kind,
  Title: z.string(),
  Body: z.string(),
  /** Empty for all kinds of user. */
  UserKinds: z.array(z.enum(audienceKinds)),
  /** Empty for all resellers. */
  Resellers: z.array(z.object({ Id: id, Name: z.string() })),
  Starts: instant,
  Ends: z.nullable(instant),
  State: z.enum(announcementStates),
  CreatedBy: z.string(),
});

export const announcements = {
  due: endpoint({
    method: "GET",
    path: "/api/announcements/due",
    summary: "The announcement the person should see now, the latest; null for none",
    access: tenants,
    as: "identity",
    result: z.object({ Id: z.nullable(id) }),
  }),
  byId: endpoint({
    method: "GET",
    path: "/api/announcements/:announcementId",
    summary: "An announcement that is for the person, in plain text",
    access: tenants,
    as: "identity",
    params,
    result: z.object({ Id: id, Title: z.string(), Body: z.string(), Published: instant }),
    errors: ["notFound"],
  }),
  doNotShowAgain: endpoint({
    method: "POST",
    path: "/api/announcements/:announcementId/do-not-show-again",
    summary: "Keeps an announcement from the person for good, in every browser",
    unlogged: "It is about nothing but the person's own pages.",
    access: tenants,
    as: "identity",
    params,
    result: z.object({}),
    errors: ["notFound"],
    jump: false,
  }),
  remindLater: endpoint({
    method: "POST",
    path: "/api/announcements/:announcementId/remind-later",
    summary: "Keeps an announcement from the person for a day, or as long as the setting says",
    unlogged: "It is about nothing but the person's own pages.",
    access: tenants,
    as: "identity",
    params,
    result: z.object({}),
    errors: ["notFound"],
    jump: false,
  }),
  banner: endpoint({
    method: "GET",
    path: "/api/banner",
    summary: "The banner for the person; null for none, and where the display settings hide it",
    access: tenants,
    as: "identity",
    result: z.nullable(z.object({ Id: id, Title: z.string(), Text: z.string() })),
  }),
  list: endpoint({
    method: "GET",
    path: "/api/operator/announcements",
    summary: "The latest hundred announcements and banners, whoever they are for",
    access: operator,
    result: z.object({ Items: z.array(written) }),
  }),
  add: endpoint({
    method: "POST",
    path: "/api/operator/announcements",
    summary: "Writes an announcement or a banner, for some or for all, from a time on",
    logs: "announcements.add",
    access: operator,
    body: z.strictObject({
      Kind: kind,
      Title: z.string().check(z.trim(), z.minLength(1, "Title is required"), z.maxLength(100)),
      Body: z.string().check(z.trim(), z.minLength(1, "Text is required"), z.maxLength(5000)),
      UserKinds: z.optional(z.array(z.enum(audienceKinds)).check(z.maxLength(10))),
      ResellerIds: z.optional(z.array(id).check(z.maxLength(200))),
      /** Defaults to now. */
      Starts: z.optional(z.nullable(time)),
      Ends: z.optional(z.nullable(time)),
    }),
    result: written,
  }),
  withdraw: endpoint({
    method: "POST",
    path: "/api/operator/announcements/:announcementId/withdraw",
    summary: "Withdraws an announcement or a banner at once",
    logs: "announcements.withdraw",
    access: operator,
    params,
    result: written,
    errors: ["notFound"],
  }),
};
