import { announcements, type AnnouncementState, type audienceKinds } from "@tradewind/contract/portal/announcements.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
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

/** Read as the sign-in database role: a row lists the resellers it is for, which no other reseller may see. */
export const announcementsRoutes = [
  answer(announcements.due, async ({ db, actor, now }) => ({ Id: (await findDue(db, actor, now))?.id ?? null })),
  answer(announcements.byId, async ({ db, actor, now }, { params }) => {
    const row = orNotFound(await findForReader(db, actor, params.announcementId, now));
    return { Id: row.id, Title: row.title, Body: row.body, Published: row.starts_at.toISOString() };
  }),
  answer(announcements.doNotShowAgain, async (doing, { params }) => {
    await putAwayFor(doing, params.announcementId, null);
    return {};
  }),
  answer(announcements.remindLater, async (doing, { params }) => {
    const wait = doing.platform.config.ANNOUNCEMENT_REMIND_HOURS * hourMs;
    await putAwayFor(doing, params.announcementId, new Date(doing.now.getTime() + wait));
    return {};
  }),
  answer(announcements.banner, async ({ db, actor, now }) => {
    if (actor.hideBanner) return null;
    const row = await findBanner(db, actor, now);
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
