import type { FastifyReply } from "fastify";

/** Sends what never changes at its address; opened directly it runs and loads nothing. */
export const sendLasting = (reply: FastifyReply, type: string, body: Buffer | string) =>
  reply
    .type(type)
    .header("cache-control", "public, max-age=31536000, immutable")
    .header("content-security-policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'")
    .header("cross-origin-resource-policy", "cross-origin")
    .send(body);
