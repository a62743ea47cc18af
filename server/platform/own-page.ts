import type { FastifyRequest } from "fastify";
import { AppError } from "./app-error.ts";

/** Calls that work by cookie are for our own pages only: same origin, and with a header that a foreign form cannot send. */
export function fromOurOwnPage(request: FastifyRequest) {
  const { origin, "sec-fetch-site": site, "x-tradewind": mark } = request.headers;
  const ours = origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.host);
  if (!ours || (site !== undefined && site !== "same-origin") || mark !== "1") throw new AppError("notSignedIn");
}
