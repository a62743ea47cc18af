import { createHash } from "node:crypto";
import type { Endpoint } from "@tradewind/contract/endpoint.ts";
import type { FastifyRequest } from "fastify";
import type { Actor } from "./actor.ts";
import { AppError } from "./app-error.ts";
import type { Bounds } from "./bounds.ts";
import type { Database } from "./database.ts";
import { lostDatabase } from "./db-errors.ts";
import type { Tx } from "./db.ts";
import { findAnswer, keepAnswer, type RequestKey } from "./idempotency.store.ts";
import { networkOf } from "./network.ts";

/** Stands for the reseller where there is none: the operator's staff, and people not signed in. */
export const nilReseller = "00000000-0000-0000-0000-000000000000";

/** A write by its key: whose it is, which endpoint it asks, and a digest of everything it sends. */
type Request = { key: RequestKey; operation: string; hash: Buffer };

export function requestOf(endpoint: Endpoint, request: FastifyRequest, actor: Actor | undefined): Request {
  const key = request.headers["idempotency-key"];
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,255}$/.test(key)) throw new AppError("idempotencyKeyMissing");
  const hash = createHash("sha256")
    .update(request.url)
    .update("\n")
    .update(JSON.stringify(request.body ?? null));
  return {
    key: { resellerId: actor?.resellerId ?? nilReseller, personId: actor?.personId ?? strangerAt(request.ip), key },
    operation: `${endpoint.method} ${endpoint.path}`,
    hash: hash.digest(),
  };
}

/** Whose keys they are that come from a network without a session, in the form of an id. */
const strangerAt = (ip: string) =>
  createHash("sha256")
    .update(`stranger|${networkOf(ip)}`)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");

/**
 * Does the work and keeps its answer under its key, both or neither. Whatever goes wrong, the key having been used among
 * it, whoever used it before gets the first answer again; what a repeat did meanwhile is undone. `lookFirst` where the
 * work begins with what cannot be undone, such as a counted try.
 */
export async function repeatable(
  database: Database,
  bounds: Bounds,
  { key, operation, hash }: Request,
  lookFirst: boolean,
  work: (keep: (tx: Tx, text: string) => void) => Promise<string>,
): Promise<string> {
  const earlier = async () => {
    const found = await database.read(bounds, (db) => findAnswer(db, key));
    if (found && (found.operation !== operation || !found.body_hash.equals(hash)))
      throw new AppError("idempotencyKeyReused");
    return found && (found.response ?? "");
  };
  const known = lookFirst ? await earlier() : undefined;
  if (known !== undefined) return known;
  try {
    return await work((tx, text) => keepAnswer(tx, key, { operation, hash, text }));
  } catch (error) {
    if (lostDatabase(error)) throw error;
    const meanwhile = await earlier();
    if (meanwhile === undefined) throw error;
    return meanwhile;
  }
}
