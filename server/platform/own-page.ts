import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "./app-error.ts";
import type { Config } from "./config.ts";

/** Returns the origin of the portal's pages if parts of the API are at hosts of their own, which those pages call. */
export const callingPage = ({ AUTH_HOST, MARKETPLACE_HOST, API_HOST, PUBLIC_URL }: Config): string | undefined =>
  AUTH_HOST || MARKETPLACE_HOST || API_HOST ? new URL(PUBLIC_URL).origin : undefined;

/** Tells whether another site's page makes the request, according to the browser; programs send no such header. */
export function fromForeignPage(request: FastifyRequest, config: Config): boolean {
  const { origin, "sec-fetch-site": site } = request.headers;
  const elsewhere = origin !== undefined && origin === callingPage(config);
  const ours = origin === undefined || elsewhere || (URL.canParse(origin) && new URL(origin).host === request.host);
  return !ours || (site !== undefined && site !== "same-origin" && !(elsewhere && site === "same-site"));
}

/**
 * Tells whether one of our own pages makes the request: cookie calls need the same origin and a header that a foreign
 * form cannot send.
 */
export function fromOurOwnPage(request: FastifyRequest, config: Config) {
  if (fromForeignPage(request, config) || request.headers["x-tradewind"] !== "1") throw new AppError("notSignedIn");
}

/** Returns the host of the page that makes the request. */
export const hostOfPage = ({ headers: { origin }, hostname }: FastifyRequest): string =>
  (origin && URL.parse(origin)?.hostname) || hostname;

/** Lets the portal's pages, and nobody else's, call the API at hosts of its own, with cookies. */
export function admitOurPage(app: FastifyInstance, config: Config): void {
  const page = callingPage(config);
  if (!page) return;
  app.addHook("onRequest", async (request, reply) => {
    if (!request.url.startsWith("/api/")) return;
    void reply.header("vary", "origin");
    if (request.headers.origin !== page) return;
    void reply.headers({ "access-control-allow-origin": page, "access-control-allow-credentials": "true" });
    if (request.method !== "OPTIONS") return;
    await reply
      .code(204)
      .headers({
        "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
        "access-control-allow-headers": "authorization, content-type, idempotency-key, x-actor, x-tradewind",
        "access-control-max-age": "600",
      })
      .send();
  });
}
