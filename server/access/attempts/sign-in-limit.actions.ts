import { createHash } from "node:crypto";
import type { Tx } from "../../platform/db.ts";
import { networkOf } from "../../platform/network.ts";
import type { Platform } from "../../platform/platform.ts";
import {
  countAttempt,
  countCall,
  failAttempt,
  refundAttempt,
  type AttemptKeys,
  type AttemptLimits,
} from "./sign-in-limit.store.ts";

/** Wrong passwords allowed in a quarter of an hour: per account from any address, and per address for any account. */
const limits = { account: 20, address: 100, windowSeconds: 900 };

/** Wrong passwords after which the next attempt must pass the robot check. */
const robotAfter = { account: 3, address: 10 };

type Attempt = {
  /** Whether this attempt must pass the robot check. */
  robot: boolean;
  refund(): Promise<unknown>;
  /** Records the attempt as failed. */
  fail(): Promise<unknown>;
};

/** Counts an attempt. Returns the seconds to wait after too many, otherwise the attempt to refund or fail. */
export async function beginAttempt(
  platform: Platform,
  userName: string,
  ip: string,
): Promise<{ wait: number } | Attempt> {
  const keys: AttemptKeys = {
    account: `account:${hashed(userName.toLowerCase())}`,
    address: `address:${hashed(networkOf(ip))}`,
  };
  const write = <T>(work: (tx: Tx) => Promise<T>) => platform.database.write({ role: "app_identity" }, work);
  const counted = await write((tx) => countAttempt(tx, keys, limits));
  if ("wait" in counted) return counted;
  return {
    robot: counted.account >= robotAfter.account || counted.address >= robotAfter.address,
    refund: () => write((tx) => refundAttempt(tx, keys)),
    fail: () => write((tx) => failAttempt(tx, keys)),
  };
}

/** Counts an unauthenticated call by its address. Returns the seconds to wait after too many. */
export const countCallFrom = (tx: Tx, what: string, ip: string, most: number, seconds: number) =>
  countCall(tx, `${what}:${hashed(networkOf(ip))}`, most, seconds);

/** Counts a request of the given kind, such as for a reset link. Returns the seconds to wait after too many. */
export async function countRequest(
  platform: Platform,
  kind: string,
  userName: string,
  ip: string,
  most: AttemptLimits,
): Promise<number | undefined> {
  const keys = {
    account: `${kind}-account:${hashed(userName.toLowerCase())}`,
    address: `${kind}-address:${hashed(networkOf(ip))}`,
  };
  const counted = await platform.database.write({ role: "app_identity" }, (tx) => countAttempt(tx, keys, most));
  return "wait" in counted ? counted.wait : undefined;
}

const hashed = (text: string) => createHash("sha256").update(text).digest("base64url");
