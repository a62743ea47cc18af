import type { FastifyInstance } from "fastify";
import { AppError } from "./app-error.ts";

/** An endpoint outside the contract: called by a system and answered as soon as the call is stored. */
export type Webhook = {
  /** May contain `:name` parameters. */
  path: `/api/webhooks/${string}`;
  largestBody: number;
  /** Receives the raw bytes, whatever their declared type. Throws an `AppError` to reject them. */
  take(raw: {
    params: Record<string, string>;
    headers: Record<string, string | undefined>;
    body: Buffer;
  }): Promise<void>;
};

/**
 * Mounts webhooks beside the endpoints, without token, schema or parsing, because the signature covers the raw bytes.
 */
export function mountWebhooks(app: FastifyInstance, webhooks: readonly Webhook[]): void {
  app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser("*", { parseAs: "buffer" }, (_, body, done) => done(null, body));
    for (const { path, largestBody, take } of webhooks)
      raw.post(path, { bodyLimit: largestBody }, async (request, reply) => {
        if (!Buffer.isBuffer(request.body)) throw new AppError("malformedRequest");
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.join(",") : value,
          ]),
        );
        await take({ params: request.params as Record<string, string>, headers, body: request.body });
        return reply.code(200).send();
      });
  });
}
