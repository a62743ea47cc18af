import { execFile } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";

const root = path.join(import.meta.dirname, "..");
const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/**
 * Builds the bare list for production and serves it, precompressed, with the portal's style sheet and font. Proxies API
 * calls to the portal.
 */
export async function startBareList(portal: string, rows: number): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-bare-list-"));
  await promisify(execFile)(
    process.execPath,
    [
      path.join(root, "node_modules/vite/bin/vite.js"),
      "build",
      path.join(import.meta.dirname, "bare-list"),
      "--outDir",
      folder,
      "--emptyOutDir",
      "--target",
      "chrome123",
      "--logLevel",
      "warn",
    ],
    { env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production" } },
  );
  const files = new Map<string, Buffer>();
  const assets = path.join(root, "web/dist/assets");
  const looks = fs.readdirSync(assets).filter((name) => /\.(css|woff2)$/.test(name));
  for (const name of looks) files.set(`/assets/${name}`, gzipSync(fs.readFileSync(path.join(assets, name))));
  const head = looks.map((name) =>
    name.endsWith(".css")
      ? `<link rel="stylesheet" href="/assets/${name}">`
      : `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${name}">`,
  );
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const file = path.join(folder, name);
    if (fs.statSync(file).isFile()) files.set(`/${name}`, gzipSync(fs.readFileSync(file), { level: 9 }));
  }
  const html = fs.readFileSync(path.join(folder, "index.html"), "utf8");
  files.set("/", gzipSync(html.replace("</head>", `${head.join("")}</head>`)));
  fs.rmSync(folder, { recursive: true });
  const server = http.createServer((request, reply) => {
    const { pathname } = new URL(request.url!, portal);
    if (pathname.startsWith("/api/")) return passOn(request, reply, portal);
    const body = files.get(pathname);
    if (!body) return reply.writeHead(404).end();
    const type = types[pathname === "/" ? ".html" : path.extname(pathname)] ?? "font/woff2";
    return reply.writeHead(200, { "content-type": type, "content-encoding": "gzip" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://localhost:${port}/?rows=${rows}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function passOn(request: http.IncomingMessage, reply: http.ServerResponse, portal: string): void {
  const further = http.request(new URL(request.url!, portal), { method: request.method, headers: request.headers });
  further.on("response", (answer) => answer.pipe(reply.writeHead(answer.statusCode!, answer.headers)));
  further.on("error", () => reply.writeHead(502).end());
  request.pipe(further);
}
