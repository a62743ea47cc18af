import fs from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { builtPortal } from "./serve.ts";

/**
 * The script of the other side, and the origins that it opens frames of and calls. `isLater` if our own script in the document
 * loads it, once it knows what for.
 */
export type FramedScript = { scriptUrl: string; frames: readonly string[]; calls?: readonly string[]; isLater?: true };

/**
 * Serves the small document around a form of somebody else's, at its file's name. It alone may load the other side's script,
 * at the addresses of the settings, and only the portal may frame it: the script never runs beside what the portal shows.
 */
export function serveFramedPage(
  app: FastifyInstance,
  name: string,
  { scriptUrl, frames, calls = [], isLater }: FramedScript,
  folder = builtPortal,
): void {
  const file = path.join(folder, `${name}.html`);
  if (!fs.existsSync(file)) return;
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${new URL(scriptUrl).origin}`,
    // The script sizes its frames.
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    `frame-src ${frames.join(" ")}`,
    ...(calls.length > 0 ? [`connect-src ${calls.join(" ")}`] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
  const script = `<script src="${scriptUrl.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"></script>`;
  const page = fs.readFileSync(file, "utf8").replace("<body>", () => `<body>${isLater ? "" : script}`);
  app.get(`/${name}`, (_, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-cache")
      .header("content-security-policy", policy)
      .send(page),
  );
}
