/** The browsers where a person is signed in. */
import * as z from "zod/mini";
import { endpoint, id, instant } from "../endpoint.ts";

const sessionLine = z.object({
  Id: id,
  /** Whether this is the calling session. */
  This: z.boolean(),
  /** Browser and system in words, such as `Firefox on Windows`. */
  Device: z.string(),
  Address: z.nullable(z.string()),
  Opened: instant,
  LastSeen: instant,
  /** When it ended; null while active. Only visits by staff are still shown after they end, for thirty days. */
  Ended: z.nullable(instant),
  /** The marketplace's member of staff who opened it to help; null if the person did. */
  OpenedBy: z.nullable(z.string()),
});

export const sessions = {
  list: endpoint({
    method: "GET",
    path: "/api/sessions",
    summary: "The sessions of the person signed in, the newest first",
    access: "signedIn",
    as: "identity",
    result: z.object({ Items: z.array(sessionLine) }),
  }),
  end: endpoint({
    method: "POST",
    path: "/api/sessions/:sessionId/end",
    summary: "Ends one of the person's sessions everywhere",
    logs: "sessions.end",
    access: "signedIn",
    as: "identity",
    jump: false,
    proof: { none: "Ends sessions, and opens no way in." },
    params: z.strictObject({ sessionId: id }),
    result: z.object({}),
    errors: ["notFound"],
  }),
  endOthers: endpoint({
    method: "POST",
    path: "/api/sessions/end-others",
    summary: "Ends every session of the person but the one that asks",
    logs: "sessions.endOthers",
    access: "signedIn",
    as: "identity",
    jump: false,
    proof: { none: "Ends sessions, and opens no way in." },
    result: z.object({ Ended: z.number() }),
  }),
};
