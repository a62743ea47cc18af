import type { Tx } from "../../platform/db.ts";
import { isKnownDevice } from "../devices/devices.store.ts";
import { countCall, takeBackCall } from "./sign-in-limit.store.ts";

const most = 5;
const windowSeconds = 900;

/** Kinds of proof with separate counts: codes, the codes a person reads out, and the password confirmed in a session. */
export type Tried = "code" | `readOut:${string}` | "confirm";

/** The key of a counted try, or the seconds to wait after too many. */
type Try = { key: string } | { wait: number };

/**
 * Counts a person's try before it is checked: each of their browsers by itself, and all others together, so that nobody
 * else spends the tries of a browser they know.
 */
export async function countTry(tx: Tx, tried: Tried, personId: string, device: Buffer): Promise<Try> {
  const here = (await isKnownDevice(tx, device, personId)) ? `:${device.toString("base64url")}` : "";
  const key = `mfa-${tried}:${personId}${here}`;
  const wait = await countCall(tx, key, most, windowSeconds);
  return wait === undefined ? { key } : { wait };
}

/** Takes back a successful try. */
export const refundTry = takeBackCall;
