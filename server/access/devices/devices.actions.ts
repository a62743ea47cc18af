import { screens } from "@tradewind/contract/screens.ts";
import { createHash } from "node:crypto";
import { deviceName } from "@tradewind/domain/access/devices.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { realNow } from "../../platform/clock.ts";
import type { Tx } from "../../platform/db.ts";
import type { Call, Doing } from "../../platform/http.ts";
import type { Platform } from "../../platform/platform.ts";
import { randomText } from "../../platform/random.ts";
import { fileMail } from "../../portal/mail/mail.actions.ts";
import { isStrangeDevice } from "./devices.store.ts";
import { findKnown } from "../people/known.store.ts";

const deviceCookie = "__Host-device";
/** Seconds: the longest browsers keep a cookie; every sign-in renews it. */
const deviceLife = 400 * 24 * 3600;

/** Returns the browser's identifying token: its cookie, or 256 new random bits. */
export function deviceOf({ cookies }: Pick<FastifyRequest, "cookies">): string {
  const cookie = cookies[deviceCookie];
  return cookie && /^[\w-]{43}$/.test(cookie) ? cookie : randomText(32);
}

/** Lets the browser be known again. */
export const keepDevice = (reply: FastifyReply, device: string) =>
  void reply.setCookie(deviceCookie, device, {
    httpOnly: true,
    secure: true,
    sameSite: "strict",
    path: "/",
    maxAge: deviceLife,
  });

export const hashOfDevice = (device: string): Buffer => createHash("sha256").update(device).digest();

/** Returns what calls are counted by: where they come from, and from which browser. */
export const callerOf = ({ ip, request }: Pick<Call, "ip" | "request">) => ({
  ip,
  device: hashOfDevice(deviceOf(request)),
});

/**
 * Knows the browser from now on, because its person opened their mail in it: wrong passwords of others do not keep it
 * out.
 */
export async function trustDevice({ tx, request, reply, after }: Doing<undefined>, personId: string): Promise<void> {
  const device = deviceOf(request);
  await isStrangeDevice(tx, personId, hashOfDevice(device));
  after(() => keepDevice(reply, device));
}

/** Records the browser of a sign-in and mails the person if it is new. Their very first browser sends no mail. */
export async function meetDevice(
  platform: Platform,
  tx: Tx,
  personId: string,
  from: { ip: string; userAgent: string | null; device: Buffer },
): Promise<void> {
  if (!(await isStrangeDevice(tx, personId, from.device))) return;
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
