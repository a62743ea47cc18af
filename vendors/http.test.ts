import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { callHttp, openJsonFile, readLines, readRetryAfter, stableUuid } from "./http.ts";

let server: Server | undefined;

afterEach(() => void server?.close());

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const get = (url: string, timeoutMs = 10_000) => callHttp({ system: "The vendor", method: "GET", url, timeoutMs });

test("an answer larger than the cap is not read", async () => {
  const url = await serve((_, reply) => void reply.end(`"${"x".repeat(5 * 1024 * 1024)}"`));
  await expect(get(url)).rejects.toMatchObject({ name: "VendorUnavailable" });
});

test("a redirect is not followed", async () => {
  const url = await serve((_, reply) => void reply.writeHead(302, { location: "http://127.0.0.1:1/" }).end());
  expect(await get(url)).toMatchObject({ status: 302 });
});

test("compressed answers are not asked for", async () => {
  const url = await serve((incoming, reply) => void reply.end(JSON.stringify(incoming.headers["accept-encoding"])));
  expect((await get(url)).body).toBe("identity");
});

test("a call to a server that never answers times out", async () => {
  const url = await serve(() => undefined);
  await expect(get(url, 200)).rejects.toMatchObject({
    name: "VendorUnavailable",
    message: "The vendor did not answer",
  });
});

test("an answer that is not JSON is not parsed as JSON", async () => {
  const url = await serve((_, reply) => void reply.end("<html>Maintenance</html>"));
  await expect(get(url)).rejects.toMatchObject({ name: "VendorUnavailable" });
});

test.each([
  ["57", 57_000],
  ["Thu, 01 Jan 1970 00:00:30 GMT", 20_000],
  ["Thu, 01 Jan 1970 00:00:05 GMT", 0],
  ["soon", undefined],
  [undefined, undefined],
])("Retry-After %s means %s ms", (value, expected) => {
  expect(readRetryAfter(value, "Thu, 01 Jan 1970 00:00:10 GMT")).toBe(expected);
});

test("a retry date is ignored without the date of the answer", () => {
  expect(readRetryAfter("Thu, 01 Jan 1970 00:00:30 GMT", undefined)).toBeUndefined();
});

test("the same parts give the same uuid, different parts a different one", () => {
  expect(stableUuid("cart", "a", 0)).toBe(stableUuid("cart", "a", 0));
  expect(stableUuid("cart", "a", 0)).not.toBe(stableUuid("cart", "a", 1));
  expect(stableUuid("a")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
});

const drain = async (lines: AsyncIterable<string>) => {
  let count = 0;
  for await (const line of lines) count += line.length > 0 ? 1 : 0;
  return count;
};

test("a vendor's file may begin with a byte order mark", async () => {
  const lines = await Array.fromAsync(
    readLines("The vendor", await serve((_, reply) => void reply.end(gzipSync('\uFEFF{"a": 1}\n{"b": "\uFEFF"}\n')))),
  );
  expect(lines).toEqual(['{"a": 1}', '{"b": "\uFEFF"}']);
  const members = await openJsonFile("The vendor", await serve((_, reply) => void reply.end('\uFEFF{"a": 1}')), {});
  expect(await Array.fromAsync(members!)).toEqual([{ name: "a", value: 1 }]);
});

test("a vendor's file is refused as soon as it has more bytes than a limit, however well it is packed", async () => {
  const url = await serve((_, reply) => void reply.end(gzipSync("0123456789\n".repeat(100_000))));
  expect(await drain(readLines("The vendor", url))).toBe(100_000);
  await expect(drain(readLines("The vendor", url, { bytes: 1_000_000, milliseconds: 60_000 }))).rejects.toMatchObject({
    name: "FileTooLarge",
    message: "The vendor's file is refused: it has more than 1,000,000 bytes",
  });
});

test("a vendor's file that arrives drop by drop is refused when its time is over", async () => {
  const url = await serve((_, reply) => {
    const drip = setInterval(() => reply.write(" "), 20);
    reply.on("close", () => clearInterval(drip));
  });
  const began = Date.now();
  const members = await openJsonFile("The vendor", url, {}, { bytes: 1_000_000, milliseconds: 300 });
  await expect(Array.fromAsync(members!)).rejects.toMatchObject({
    name: "FileTooLarge",
    message: "The vendor's file is refused: it has more than 0.3 seconds to wait for",
  });
  expect(Date.now() - began).toBeLessThan(5_000);
});

test("a file of JSON of any size is read an item at a time, and refused above a limit", async () => {
  const item = JSON.stringify({ text: "x".repeat(1_000) });
  const many = 90_000;
  const url = await serve(async (_, reply) => {
    reply.write('{"made": 5, "items": [');
    for (let count = 0; count < many; count++)
      if (!reply.write(count === 0 ? item : `,${item}`)) await new Promise((resolve) => reply.once("drain", resolve));
    reply.end("]}");
  });
  let items = 0;
  let most = 0;
  const before = process.memoryUsage().heapUsed;
  for await (const { name } of (await openJsonFile("The vendor", url, {}))!) {
    if (name === "items" && ++items % 10_000 === 0) most = Math.max(most, process.memoryUsage().heapUsed);
  }
  expect(items).toBe(many);
  // Read as a whole, the file would be held twice: as text and as objects.
  expect(most - before).toBeLessThan(1.5 * many * item.length);
  const refused = (await openJsonFile("The vendor", url, {}, { bytes: 10_000, milliseconds: 60_000 }))!;
  await expect(Array.fromAsync(refused)).rejects.toMatchObject({ name: "FileTooLarge" });
});
