import { sessions } from "@tradewind/contract/access/sessions.ts";
import { deviceName } from "@tradewind/domain/access/devices.ts";
import { answer } from "../../platform/http.ts";
import { endOtherSessions, endSession } from "./sessions.actions.ts";
import { listSessions } from "./sessions.store.ts";

export const sessionsRoutes = [
  answer(sessions.list, async ({ db, actor }) => ({
    Items: (await listSessions(db, actor.personId)).map((row) => ({
      Id: row.id,
      This: row.id === actor.sessionId,
      Device: deviceName(row.user_agent),
      Address: row.ip,
      Opened: row.created_at.toISOString(),
      LastSeen: row.last_seen_at.toISOString(),
      Ended: row.ended_at?.toISOString() ?? null,
      OpenedBy: row.opened_by,
    })),
  })),
  answer(sessions.end, async (doing, { params }) => {
    await endSession(doing, params.sessionId);
    return {};
  }),
  answer(sessions.endOthers, async (doing) => ({ Ended: await endOtherSessions(doing) })),
];
