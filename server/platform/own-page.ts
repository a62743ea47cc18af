import type { FastifyRequest } from "fastify";
import { AppError } from "./app-error.ts";

/** Whether a page of another site asks, as far as the browser says; programs say nothing. */
export function fromForeignPage(request: FastifyRequest): boolean {
  const { origin, "sec-fetch-site": site } = request.headers;
  const ours = origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.host);
  return !ours || (site !== undefined && site !== "same-origin");
}

/** Calls that work by cookie are for our own pages only: same origin, and with a header that a foreign form cannot send. */
export function fromOurOwnPage(request: FastifyRequest) {
  if (fromForeignPage(request) || request.headers["x-tradewind"] !== "1") throw new AppError("notSignedIn");
}
