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

/** Wrong passwords in a quarter of an hour, for one account from anywhere and for one address whatever the account. */
const limits = { account: 20, address: 100, windowSeconds: 900 };

/** Wrong passwords after which the next attempt must show that no robot makes it. */
const robotAfter = { account: 3, address: 10 };

type Attempt = {
  /** Whether the robot check must be solved for this attempt. */
  robot: boolean;
  /** Takes the attempt back. */
  refund(): Promise<unknown>;
  /** Notes that the details were wrong. */
  fail(): Promise<unknown>;
};

/** Counts an attempt. Returns the seconds to wait when there were too many, else what it may come to. */
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

/** Counts a call that anybody may make, by the address it comes from. The seconds to wait when there were too many. */
export const countCallFrom = (tx: Tx, what: string, ip: string, most: number, seconds: number) =>
  countCall(tx, `${what}:${hashed(networkOf(ip))}`, most, seconds);

/** Counts a request of its own kind, such as for a reset link. Returns the seconds to wait when there were too many. */
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
