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

/** Stands in for the reseller if there is none: for operator staff and people not signed in. */
export const nilReseller = "00000000-0000-0000-0000-000000000000";

/** A write by its key: the key's owner, the endpoint, and a digest of everything sent. */
type Request = { key: RequestKey; operation: string; hash: Buffer };

export function requestOf(endpoint: Endpoint, request: FastifyRequest, actor: Actor | undefined): Request {
  const key = request.headers["idempotency-key"];
  if (typeof key !== "string" || key === "") throw new AppError("idempotencyKeyMissing");
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new AppError("idempotencyKeyInvalid");
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

/** Derives an id that owns the keys sent from a network without a session. */
const strangerAt = (ip: string) =>
  createHash("sha256")
    .update(`stranger|${networkOf(ip)}`)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");

/**
 * Does the work and stores its answer under the key, both or neither. On any error, including a key already used, a
 * repeat returns the first answer and its own effects are rolled back. Set `lookFirst` if the work begins with
 * something irreversible, such as a counted try.
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
