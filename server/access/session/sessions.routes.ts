import { sessions } from "@tradewind/contract/access/sessions.ts";
import { deviceName } from "@tradewind/domain/access/devices.ts";
import { answerBare } from "../../platform/http.ts";
import { endOtherSessions, endSession } from "./sessions.actions.ts";
import { listSessions } from "./sessions.store.ts";

export const sessionsRoutes = [
  answerBare(sessions.list, async ({ platform, actor }) => {
    const rows = await platform.database.read({ role: "app_identity" }, (db) => listSessions(db, actor.personId));
    return {
      Items: rows.map((row) => ({
        Id: row.id,
        This: row.id === actor.sessionId,
        Device: deviceName(row.user_agent),
        Address: row.ip,
        Opened: row.created_at.toISOString(),
        LastSeen: row.last_seen_at.toISOString(),
        Ended: row.ended_at?.toISOString() ?? null,
        OpenedBy: row.opened_by,
      })),
    };
  }),
  answerBare(sessions.end, async ({ platform, actor }, { params }) => {
    await endSession(platform, actor.personId, params.sessionId);
    return {};
  }),
  answerBare(sessions.endOthers, async ({ platform, actor }) => ({ Ended: await endOtherSessions(platform, actor) })),
];
