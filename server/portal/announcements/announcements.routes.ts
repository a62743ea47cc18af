import { announcements, type AnnouncementState, type audienceKinds } from "@tradewind/contract/portal/announcements.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { answer, answerBare, type Context } from "../../platform/http.ts";
import type { Db } from "../../platform/db.ts";
import { addAnnouncement, putAwayFor, withdrawAnnouncement } from "./announcements.actions.ts";
import { findBanner, findDue, findForReader, listWritten, type WrittenRow } from "./announcements.store.ts";

const hourMs = 3_600_000;

const stateOf = ({ withdrawn_at, starts_at, ends_at }: WrittenRow, now: Date): AnnouncementState =>
  withdrawn_at ? "withdrawn" : starts_at > now ? "planned" : ends_at && ends_at <= now ? "over" : "shown";

const toWire = (row: WrittenRow, now: Date) => ({
  Id: row.id,
  Kind: row.kind,
  Title: row.title,
  Body: row.body,
  UserKinds: row.user_kinds as (typeof audienceKinds)[number][],
  Resellers: row.resellers,
  Starts: row.starts_at.toISOString(),
  Ends: row.ends_at?.toISOString() ?? null,
  State: stateOf(row, now),
  CreatedBy: row.created_by,
});
const oneOf = async (db: Db, id: string, now: Date) => toWire(orNotFound((await listWritten(db, id))[0]), now);

/** Not read as a tenant: a row names the resellers it is for, which is no other reseller's business. */
const read = <T>({ platform }: Pick<Context, "platform">, work: (db: Db) => Promise<T>) =>
  platform.database.read({ role: "app_identity" }, work);

export const announcementsRoutes = [
  answerBare(announcements.due, async (context) => {
    const due = await read(context, (db) => findDue(db, context.actor, context.now));
    return { Id: due?.id ?? null };
  }),
  answerBare(announcements.byId, async (context, { params }) => {
    const found = await read(context, (db) => findForReader(db, context.actor, params.announcementId, context.now));
    const row = orNotFound(found);
    return { Id: row.id, Title: row.title, Body: row.body, Published: row.starts_at.toISOString() };
  }),
  answerBare(announcements.doNotShowAgain, async (context, { params }) => {
    await putAwayFor(context, params.announcementId, null);
    return {};
  }),
  answerBare(announcements.remindLater, async (context, { params }) => {
    const wait = context.platform.config.ANNOUNCEMENT_REMIND_HOURS * hourMs;
    await putAwayFor(context, params.announcementId, new Date(context.now.getTime() + wait));
    return {};
  }),
  answerBare(announcements.banner, async (context) => {
    if (context.actor.hideBanner) return null;
    const row = await read(context, (db) => findBanner(db, context.actor, context.now));
    return row ? { Id: row.id, Title: row.title, Text: row.body } : null;
  }),
  answer(announcements.list, async ({ db, now }) => ({
    Items: (await listWritten(db)).map((row) => toWire(row, now)),
  })),
  answer(announcements.add, async (doing, { body }) => oneOf(doing.tx, await addAnnouncement(doing, body), doing.now)),
  answer(announcements.withdraw, async (doing, { params }) => {
    await withdrawAnnouncement(doing, params.announcementId);
    return oneOf(doing.tx, params.announcementId, doing.now);
  }),
];
