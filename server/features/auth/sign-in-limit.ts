import { createHash } from "node:crypto";
import type { Platform } from "../../platform/platform.ts";
import { countAttempt, refundAttempt, type AttemptKeys, type AttemptLimits } from "./sign-in-limit.store.ts";

/** Wrong passwords in a quarter of an hour, for one account from anywhere and for one address whatever the account. */
const limits = { account: 20, address: 100, windowSeconds: 900 };

/** Counts an attempt. Returns the seconds to wait when there were too many, else the way to take it back. */
export async function beginAttempt(
  platform: Platform,
  userName: string,
  ip: string,
): Promise<{ wait: number } | { refund(): Promise<unknown> }> {
  const keys: AttemptKeys = {
    account: `account:${hashed(userName.toLowerCase())}`,
    address: `address:${hashed(networkOf(ip))}`,
  };
  const wait = await platform.database.write({ role: "app_identity" }, (tx) => countAttempt(tx, keys, limits));
  if (wait !== undefined) return { wait };
  return { refund: () => platform.database.write({ role: "app_identity" }, (tx) => refundAttempt(tx, keys)) };
}

/** Counts a request of its own kind, such as for a reset link. Returns the seconds to wait when there were too many. */
export function countRequest(
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
  return platform.database.write({ role: "app_identity" }, (tx) => countAttempt(tx, keys, most));
}

const hashed = (text: string) => createHash("sha256").update(text).digest("base64url");

/** An IPv4 address itself; of IPv6 the network of 64 bits, in which one caller has as many addresses as they like. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1]!;
  if (!ip.includes(":")) return ip;
  const [head = "", tail = ""] = ip.toLowerCase().split("%")[0]!.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const missing = ip.includes("::") ? 8 - groups(head).length - groups(tail).length : 0;
  const all = [...groups(head), ...Array.from({ length: missing }, () => "0"), ...groups(tail)];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
