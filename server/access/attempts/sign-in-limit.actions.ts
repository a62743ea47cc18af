import { createHash } from "node:crypto";
import { tooMany } from "../../platform/app-error.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { networkOf } from "../../platform/network.ts";
import type { Platform } from "../../platform/platform.ts";
import { isKnownDevice } from "../devices/devices.store.ts";
import { countCall, countGuess, findWeight, settleGuess, type Origin } from "./sign-in-limit.store.ts";

/** Where a call comes from: its address and the hash that identifies its browser. */
export type Caller = { ip: string; device: Buffer };

const hashed = (text: string) => createHash("sha256").update(text).digest("base64url");

function originOf(name: string, { ip, device }: Caller): Origin {
  const userName = name.toLowerCase();
  const account = `account:${hashed(userName)}`;
  const accountHere = `${account}:${device.toString("base64url")}`;
  return { userName, device, account, accountHere, network: `network:${hashed(networkOf(ip))}` };
}

/** A counted attempt, to be settled once its password has been looked at. */
type Attempt = { settle(right: boolean): Promise<unknown> };

/**
 * Counts an attempt that brings a robot check of the given weight, 0 without one. Returns the attempt to settle, or the
 * seconds to wait, or null if a robot check or a heavier one is due.
 */
export async function beginAttempt(
  platform: Platform,
  userName: string,
  caller: Caller,
  work: number,
): Promise<Attempt | { wait: number | null }> {
  const write = <T>(doing: (tx: Tx) => Promise<T>) => platform.database.write({ role: "app_identity" }, doing);
  const counts = await write((tx) => countGuess(tx, originOf(userName, caller), work));
  if ("wait" in counts) return counts;
  return { settle: (right) => write((tx) => settleGuess(tx, counts, right)) };
}

/** Refuses after too many wrong passwords; devices of the person, and one that chose a new password by mail, pass. */
export const tooManyGuesses = (wait: number) =>
  tooMany(
    wait,
    "There were too many wrong passwords. Sign in on a device that you have used before, or choose a new password with the link “Forgot password?”.",
  );

/** Reads how heavy the robot check of the next attempt must be. */
export const weightFor = (db: Db, userName: string, caller: Caller): Promise<number> =>
  findWeight(db, originOf(userName, caller));

/**
 * Counts a call by its network, or by its browser alone if somebody has signed in with it, so that strangers in the
 * network do not spend its calls. Returns the seconds to wait after too many.
 */
export async function countCallFrom(
  tx: Tx,
  what: string,
  { ip, device }: Caller,
  most: number,
  seconds: number,
): Promise<number | undefined> {
  const by = (await isKnownDevice(tx, device)) ? `device:${device.toString("base64url")}` : hashed(networkOf(ip));
  return countCall(tx, `${what}:${by}`, most, seconds);
}

/** Counts a call for a person or an address. Returns the seconds to wait after too many. */
export const countCallFor = (tx: Tx, what: string, name: string, most: number, seconds: number) =>
  countCall(tx, `${what}-for:${hashed(name.toLowerCase())}`, most, seconds);
