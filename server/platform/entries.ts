import type { Endpoint } from "@tradewind/contract/endpoint.ts";
import type { ErrorCode } from "@tradewind/contract/errors.ts";
import { triedOf } from "@tradewind/contract/tried.ts";
import type { FastifyRequest } from "fastify";
import { recordActivity, stranger, type ActivityLine, type Doer } from "./activity.store.ts";
import { boundsOf, isTenantActor, type Actor } from "./actor.ts";
import type { AppError } from "./app-error.ts";
import type { Bounds } from "./bounds.ts";
import { nilReseller } from "./once.ts";
import type { Platform } from "./platform.ts";

/** The entries that every call leaves in the activity log by itself: the files it sends, and its refusals. */

/** Who makes a call, and in whose log it is told. */
export const doerOf = (platform: Platform, actor: Actor | undefined, request: FastifyRequest): Doer => ({
  resellerId: actor?.resellerId ?? nilReseller,
  actor: actor ?? stranger,
  now: platform.clock.now(),
  ip: request.ip,
  // A program is named by its token, in place of a browser.
  ...(actor?.token && { device: `API token “${actor.token.name}”` }),
  requestId: request.id,
});

/** The bounds in which a caller writes. */
export const ownBounds = (actor: Actor | undefined): Bounds =>
  actor === undefined ? { role: "app_identity" } : isTenantActor(actor) ? boundsOf(actor) : { role: "app_operator" };

/** Tells that a file is on its way, before its first byte is. */
export async function logFile(
  platform: Platform,
  endpoint: Endpoint,
  actor: Actor | undefined,
  request: FastifyRequest,
  name: string,
): Promise<void> {
  const [action] = actionsOf(endpoint);
  if (action === undefined) return;
  const { customerId = actor?.customerId ?? null } = request.params as { customerId?: string };
  await write(platform, actor, doerOf(platform, actor, request), {
    action,
    what: `Downloaded ${name}`,
    customerId,
    object: ["file", objectOf(request)],
  });
}

/** Tells that a call was refused, in a transaction of its own: that of the call is rolled back. */
export async function logRefusal(
  platform: Platform,
  endpoint: Endpoint,
  actor: Actor | undefined,
  request: FastifyRequest,
  refusal: AppError,
): Promise<void> {
  // Where no session is asked for, whoever knows the person tells of it.
  if (!isToldOf(endpoint, refusal) || (refusal.code === "addressNotAllowed" && !actor)) return;
  const { action, what } = triedOf(endpoint);
  const line = {
    action: actionsOf(endpoint)[0] ?? action,
    what: `${what}. ${refusal.message}`,
    outcome: "refused",
    customerId: actor?.customerId ?? null,
    object: ["call", objectOf(request)],
  } as const;
  const device = request.headers["user-agent"] ?? null;
  await write(platform, actor, { device, ...doerOf(platform, actor, request) }, line).catch((error: unknown) =>
    platform.log.error({ err: error, ...line }, "A refusal could not be logged"),
  );
}

/**
 * Whoever lacks a right, or comes from where they may not, is told of wherever they try; other refusals are, where the
 * call would have left an entry.
 */
const isToldOf = (endpoint: Endpoint, { code, status }: AppError) =>
  code === "PermissionNotFound" ||
  code === "addressNotAllowed" ||
  code === "notWhileJumped" ||
  (endpoint.logs !== undefined && status >= 401 && status < 500 && !untold.has(code));

/** Refusals that speak of how the call was made, or only ask for one more step. */
const untold = new Set<ErrorCode>([
  "confirmFirst",
  "secondFactorFirst",
  "proposalChanged",
  "notSignedIn",
  "tokenUnknown",
  "idempotencyKeyReused",
  "tooLarge",
  "unsupportedMediaType",
  "tooManyRequests",
]);

const actionsOf = ({ logs = [] }: Endpoint): readonly string[] => (typeof logs === "string" ? [logs] : logs);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const objectOf = ({ params }: FastifyRequest) =>
  Object.values(params as Record<string, string>).findLast((value) => uuid.test(value)) ?? null;

const write = ({ database }: Platform, actor: Actor | undefined, doer: Doer, line: ActivityLine) =>
  database.write(ownBounds(actor), (tx) => recordActivity(tx, doer, line));
