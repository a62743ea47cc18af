import { screens } from "@tradewind/contract/screens.ts";
import { createHash } from "node:crypto";
import { deviceName } from "@tradewind/domain/access/devices.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { realNow } from "../../platform/clock.ts";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { randomText } from "../../platform/random.ts";
import { fileMail } from "../../portal/mail/mail.actions.ts";
import { isStrangeDevice } from "./devices.store.ts";
import { findKnown } from "../people/known.store.ts";

/** Returns the browser's identifying token: its cookie, or 256 new random bits. */
export const deviceOf = (cookie: string | undefined): string =>
  cookie && /^[\w-]{43}$/.test(cookie) ? cookie : randomText(32);

/** Records the browser of a sign-in and mails the person if it is new. Their very first browser sends no mail. */
export async function meetDevice(
  platform: Platform,
  tx: Tx,
  personId: string,
  from: { ip: string; userAgent: string | null; device?: string },
): Promise<void> {
  if (!from.device) return;
  if (!(await isStrangeDevice(tx, personId, createHash("sha256").update(from.device).digest()))) return;
  const person = await findKnown(tx, personId);
  if (!person) return;
  await fileMail(platform, tx, person.email, "newSignIn", {
    name: person.name,
    userName: person.user_name,
    device: deviceName(from.userAgent),
    address: from.ip,
    at: `${formatDateTime(new Date(realNow()).toISOString(), "UTC")} (UTC)`,
    url: `${platform.config.PUBLIC_URL}${screens.sessions.path}`,
  });
}
