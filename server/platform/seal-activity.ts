import {
  beginningOf,
  digestOfWhat,
  digestOfWho,
  faultOf,
  hashOf,
  signRoot,
  type Entry,
  type Seal,
} from "./activity-chain.ts";
import {
  findHead,
  insertRoot,
  insertSealed,
  listUnsigned,
  listWaiting,
  readSealed,
  takeChain,
  takeWaiting,
} from "./activity-seal.store.ts";
import type { Tx } from "./db.ts";
import { announce } from "./events.store.ts";
import { nilReseller } from "./once.ts";
import type { Platform } from "./platform.ts";
import { randomText } from "./random.ts";

const worker = { role: "app_worker" } as const;

/** Lines sealed in one transaction: a busy company's next ones wait until each other company has had its turn. */
const slice = 500;

/**
 * Seals the lines that wait, in turns of a slice for each chain, and signs the roots of the day, in real time. What fails for one chain is
 * logged, and tried again with the next call.
 */
export async function sealActivity(platform: Platform, now: Date, stopping?: AbortSignal): Promise<void> {
  const { database, log } = platform;
  const tried = async <T>(chain: string | undefined, work: () => Promise<T>) =>
    work().catch((error: unknown) => {
      log.warn({ err: error, chain }, "The activity log could not be sealed");
      return undefined;
    });
  let chains = (await tried(undefined, () => database.read(worker, listWaiting))) ?? [];
  while (chains.length > 0) {
    const unfinished: string[] = [];
    for (const chain of chains) {
      if (stopping?.aborted) return;
      const sealed = await tried(chain, () => database.write(worker, (tx) => sealSlice(tx, chain)));
      if (sealed === slice) unfinished.push(chain);
    }
    chains = unfinished;
  }
  const SignedAt = `${now.toISOString().slice(0, -1)}000Z`;
  const day = { Day: SignedAt.slice(0, 10), SignedAt };
  for (const { chain, before, ...head } of (await tried(undefined, () =>
    database.read(worker, (db) => listUnsigned(db, day.Day)),
  )) ?? []) {
    if (stopping?.aborted) return;
    await tried(chain, () => signRootOf(platform, chain, before, { ...head, ...day }));
  }
}

/**
 * Seals the next lines of a chain, and returns how many. Open logs hear of new lines from here: once for each slice,
 * however much is written.
 */
async function sealSlice(tx: Tx, chain: string): Promise<number> {
  if (!(await takeChain(tx, chain))) return 0;
  let before = (await findHead(tx, chain)) ?? { Number: 0, Hash: beginningOf(chain) };
  const sealed: (Entry & Seal)[] = [];
  for (const line of await takeWaiting(tx, chain, slice)) {
    const entry = sealOnto(before, line);
    sealed.push(entry);
    before = entry;
  }
  if (sealed.length > 0) {
    await insertSealed(tx, chain, sealed);
    if (chain !== nilReseller) await announce(tx, chain, ["activity"]);
  }
  return sealed.length;
}

function sealOnto(before: { Number: number; Hash: string }, line: Omit<Entry, "Number">): Entry & Seal {
  const entry = { ...line, Number: before.Number + 1 };
  // A part erased before it was sealed is kept as the digest of nothing anybody could guess.
  const WhoSalt = entry.Who && randomText(16, "hex");
  const WhatSalt = entry.What === null ? null : randomText(16, "hex");
  const digests = {
    WhoDigest: entry.Who && WhoSalt ? digestOfWho(WhoSalt, entry.Who) : randomText(32, "hex"),
    WhatDigest: entry.What !== null && WhatSalt !== null ? digestOfWhat(WhatSalt, entry.What) : randomText(32, "hex"),
  };
  return { ...entry, WhoSalt, WhatSalt, ...digests, Hash: hashOf(before.Hash, entry, digests) };
}

/** Signs the end of a chain after verifying all that came since its last root. */
async function signRootOf(
  platform: Platform,
  chain: string,
  before: { Number: number; Hash: string } | null,
  head: { Number: number; Hash: string; Day: string; SignedAt: string },
): Promise<void> {
  const fault = await faultBetween(platform, chain, before ?? { Number: 0, Hash: beginningOf(chain) }, head);
  if (fault) platform.log.error({ chain, ...fault }, "The activity log was changed after it was sealed");
  else {
    const root = signRoot(chain, head, platform.config.AUDIT_KEY);
    await platform.database.write(worker, (tx) => insertRoot(tx, chain, root));
  }
}

/** Checks the entries after `before` up to and with `head`, a slice at a time. */
async function faultBetween(
  { database }: Platform,
  chain: string,
  start: { Number: number; Hash: string },
  head: { Number: number; Hash: string },
) {
  let before = start;
  while (before.Number < head.Number) {
    const range = { after: before.Number, until: head.Number, most: slice };
    const entries = await database.read(worker, (db) => readSealed(db, chain, range));
    for (const entry of entries) {
      const fault = faultOf(before, entry);
      if (fault) return { entry: entry.Number, fault };
      before = entry;
    }
    if (entries.length === 0) return { entry: before.Number + 1, fault: "is missing" };
  }
  return before.Hash === head.Hash ? undefined : { entry: head.Number, fault: "is not what was sealed here" };
}
