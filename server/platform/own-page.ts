import type { FastifyRequest } from "fastify";
import { AppError } from "./app-error.ts";

/** Tells whether another site's page makes the request, according to the browser; programs send no such header. */
export function fromForeignPage(request: FastifyRequest): boolean {
  const { origin, "sec-fetch-site": site } = request.headers;
  const ours = origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.host);
  return !ours || (site !== undefined && site !== "same-origin");
}

/**
 * Tells whether one of our own pages makes the request: cookie calls need the same origin and a header that a foreign
 * form cannot send.
 */
export function fromOurOwnPage(request: FastifyRequest) {
  if (fromForeignPage(request) || request.headers["x-tradewind"] !== "1") throw new AppError("notSignedIn");
}
