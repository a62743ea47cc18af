import { execFile } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";

const root = path.join(import.meta.dirname, "..");
const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".json": "application/json" };

/** Builds the bare list for production and serves it, zipped beforehand, with the rows it is to draw. */
export async function startBareList(rows: unknown[]): Promise<{ url: string; stop(): Promise<void> }> {
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
  const files = new Map<string, Buffer>([["/rows.json", gzipSync(JSON.stringify(rows))]]);
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const file = path.join(folder, name);
    if (fs.statSync(file).isFile()) files.set(`/${name}`, gzipSync(fs.readFileSync(file), { level: 9 }));
  }
  fs.rmSync(folder, { recursive: true });
  const server = http.createServer((request, reply) => {
    const name = request.url === "/" ? "/index.html" : request.url!;
    const body = files.get(name);
    if (!body) return reply.writeHead(404).end();
    return reply
      .writeHead(200, { "content-type": types[path.extname(name)] ?? "text/plain", "content-encoding": "gzip" })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://localhost:${port}/`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
