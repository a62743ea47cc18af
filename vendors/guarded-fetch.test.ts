import { brotliCompressSync, gzipSync } from "node:zlib";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { guardedFetch, isPublicAddress } from "./guarded-fetch.ts";

let server: Server | undefined;
afterEach(() => void server?.close());
async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("addresses of private, local, shared and documentation networks are not public", () => {
  const refused = `0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1 192.0.2.1 198.18.0.1 224.0.0.1
    255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::7f00:1 fe80::1 fc00::1 fd12::1 ff02::1 2001:db8::1 2002:7f00:1:: 2001::1 example.com`;
  expect(refused.split(/\s+/).filter(isPublicAddress)).toEqual([]);
  const open = ["1.1.1.1", "172.32.0.1", "100.128.0.1", "192.169.0.1", "2606:4700::1111", "2a00:1450::1"];
  expect(open.filter(isPublicAddress)).toEqual(open);
});

test("a private address is refused however it is written, and so are plain HTTP and names", async () => {
  const asked: string[] = [];
  const url = await serve((request, reply) => (asked.push(request.url!), void reply.end("{}")));
  const { port } = new URL(url);
  const fetch = guardedFetch({ anywhere: false });
  for (const host of [
    "127.0.0.1",
    "[::1]",
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "localhost",
    "[::ffff:127.0.0.1]",
    "169.254.169.254",
  ])
    for (const scheme of ["http", "https"])
      await expect(fetch(`${scheme}://${host}:${port}/`, {})).rejects.toThrow(/not a public address|fetch failed/);
  await expect(fetch("https://user:secret@1.1.1.1/", {})).rejects.toThrow("not a public address");
  await expect(fetch("file:///etc/passwd", {})).rejects.toThrow("not a public address");
  expect(asked).toEqual([]);
});

test("a name that leads to a private address is refused where the connection is made", async () => {
  const cause = await guardedFetch({ anywhere: false })("https://localhost:44399/", {}).catch((error: Error) =>
    String(error.cause),
  );
  expect(cause).toContain("localhost is not a public address");
});

test.each([
  ["br", brotliCompressSync],
  ["gzip", gzipSync],
] as const)(
  "an answer packed with %s is refused unread, however small: it may unpack to anything",
  async (name, pack) => {
    const asked: (string | undefined)[] = [];
    const packed = pack(Buffer.alloc(1_000_000, "[]"));
    const url = await serve((request, reply) => {
      asked.push(request.headers["accept-encoding"]);
      reply.writeHead(200, { "content-encoding": name }).end(packed);
    });
    await expect(guardedFetch({ anywhere: true })(url, { headers: { accept: "application/json" } })).rejects.toThrow(
      "sent a packed answer",
    );
    expect(asked).toEqual(["identity"]);
  },
);

test("redirects are not followed and large answers are not read", async () => {
  const asked: string[] = [];
  const url = await serve((request, reply) => {
    asked.push(request.url!);
    if (request.url === "/away") reply.writeHead(302, { location: "/secret" }).end();
    else reply.end("x".repeat(300 * 1024));
  });
  const fetch = guardedFetch({ anywhere: true });
  await expect(fetch(`${url}/away`, {})).rejects.toThrow("fetch failed");
  await expect(fetch(`${url}/large`, {}).then((answer) => answer.text())).rejects.toThrow("terminated");
  expect(asked).toEqual(["/away", "/large"]);
});
