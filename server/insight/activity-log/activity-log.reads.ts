import { signHeading } from "../../platform/activity-chain.ts";
import { findCut, findHead, findLastRoot, listRoots, readSealed } from "../../platform/activity-seal.store.ts";
import type { Bounds } from "../../platform/bounds.ts";
import type { Database } from "../../platform/database.ts";
import type { Db } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { countWaiting } from "./activity-log.store.ts";

export async function stateOf(db: Db, chain: string) {
  const [head, waiting, root] = await Promise.all([
    findHead(db, chain),
    countWaiting(db, chain),
    findLastRoot(db, chain),
  ]);
  const Sealed = head?.Number ?? 0;
  return {
    Sealed,
    Waiting: waiting,
    Root: root ?? null,
    Late: root !== undefined && root.isOld && root.Number < Sealed,
  };
}

/** Entries read by one statement of an export. */
const slice = 1000;

/**
 * Streams a sealed log as lines of JSON: a heading with the signed roots, then each entry. Reads on only as fast as the
 * caller does, and holds no connection in between.
 */
export const sealedLog = ({ exports, database, config }: Platform, bounds: Bounds, chain: string, company: string) =>
  exports.pieces(bounds, linesOf(database, bounds, { chain, company, key: config.AUDIT_KEY }));

type Asked = { chain: string; company: string; key: string };

async function* linesOf(database: Database, bounds: Bounds, { chain, company, key }: Asked) {
  const [roots, head, cut] = await database.read(bounds, (db) =>
    Promise.all([listRoots(db, chain), findHead(db, chain), findCut(db, chain)]),
  );
  const heading = { Chain: chain, Company: company, Roots: roots, ...(cut && { Cut: cut }) };
  yield `${JSON.stringify(signHeading(heading, key))}\n`;
  const until = head?.Number ?? 0;
  for (let after = cut?.Number ?? 0; after < until; after += slice) {
    const range = { after, until, most: slice };
    const entries = await database.read(bounds, (db) => readSealed(db, chain, range));
    yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
  }
}
