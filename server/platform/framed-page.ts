import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { builtPortal } from "./serve.ts";

/**
 * The script of the other side, and the origins that it opens frames of and calls. `isApart` if the document has an origin of
 * its own, from which nothing of the portal can be reached: there our own script loads the other one, once it knows what for.
 */
export type FramedScript = { scriptUrl: string; frames: readonly string[]; calls?: readonly string[]; isApart?: true };

/** What a document apart may do; also an attribute of the portal's frame around it. */
const sandbox = "sandbox allow-scripts allow-forms allow-popups";

/**
 * Serves the small document around a form of somebody else's, at its file's name. It alone may load the other side's script,
 * at the addresses of the settings, and only the portal may frame it: the script never runs beside what the portal shows.
 */
export function serveFramedPage(
  app: FastifyInstance,
  name: string,
  { scriptUrl, frames, calls = [], isApart }: FramedScript,
  folder = builtPortal,
): void {
  const file = path.join(folder, `${name}.html`);
  if (!fs.existsSync(file)) return;
  const built = fs.readFileSync(file, "utf8");
  const apart = isApart && writtenInto(built, folder);
  const policy = [
    "default-src 'none'",
    `script-src ${apart ? apart.hash : "'self'"} ${new URL(scriptUrl).origin}`,
    // The script sizes its frames.
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    `frame-src ${frames.join(" ")}`,
    ...(calls.length > 0 ? [`connect-src ${calls.join(" ")}`] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    ...(apart ? [sandbox] : []),
  ].join("; ");
  const script = `<script src="${scriptUrl.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"></script>`;
  const page = apart ? apart.page : built.replace("<body>", () => `<body>${script}`);
  app.get(`/${name}`, (_, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-cache")
      .header("content-security-policy", policy)
      .send(page),
  );
}

/** Writes our built script into its page, which cannot load files of ours from an origin of its own, and returns its hash. */
function writtenInto(built: string, folder: string): { page: string; hash: string } {
  let hash = "";
  const page = built
    .replaceAll(/<link [^>]*>\s*/g, "")
    .replace(/<script type="module"[^>]* src="\/(assets\/[\w.-]+)"><\/script>/, (_, name: string) => {
      const code = fs.readFileSync(path.join(folder, name), "utf8").replaceAll("</script", String.raw`<\/script`);
      hash = `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
      return `<script type="module">${code}</script>`;
    });
  return { page, hash };
}
