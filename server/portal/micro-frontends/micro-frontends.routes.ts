import { microFrontends } from "@tradewind/contract/portal/micro-frontends.ts";
import type { FastifyInstance } from "fastify";
import { answer } from "../../platform/http.ts";
import type { Platform } from "../../platform/platform.ts";
import type { FramePart } from "@tradewind/vendors/shared-frame.ts";
import { shelfOf } from "./micro-frontends.reads.ts";

const onWire = ({ element, hash, integrity }: FramePart) => ({
  Element: element,
  Script: `/micro-frontends/${hash}.js`,
  Integrity: integrity,
});

export const microFrontendsRoutes = [
  answer(microFrontends.current, async ({ platform }) => {
    const frame = await shelfOf(platform)?.frame();
    return frame ? { Header: onWire(frame.header), Footer: onWire(frame.footer) } : null;
  }),
];

/**
 * Serves the scripts from our own host, so that the content policy admits nothing foreign. Addresses contain the
 * content's hash.
 */
export function serveMicroFrontends(app: FastifyInstance, platform: Platform): void {
  app.get<{ Params: { file: string } }>("/micro-frontends/:file", async ({ params }, reply) => {
    const hash = /^([0-9a-f]{96})\.js$/.exec(params.file)?.[1];
    const source = hash && (await shelfOf(platform)?.script(hash));
    if (!source) return reply.callNotFound();
    return reply
      .type("text/javascript; charset=utf-8")
      .header("cache-control", "public, max-age=31536000, immutable")
      .send(source);
  });
}
