import type { FastifyInstance } from "fastify";
import { AppError } from "./app-error.ts";

/** Another endpoint than those of the contract: a system calls it, and is answered as soon as its call is kept. */
export type Webhook = {
  /** With `:name` parameters. */
  path: `/api/webhooks/${string}`;
  largestBody: number;
  /** Gets the bytes as they came, of whatever type they say they are. Throws an `AppError` where they are not taken. */
  take(raw: {
    params: Record<string, string>;
    headers: Record<string, string | undefined>;
    body: Buffer;
  }): Promise<void>;
};

/** Serves webhooks beside the endpoints: no token, no schema and no parsing, since what is signed is the bytes. */
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
