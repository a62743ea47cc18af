import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { callHttp, readRetryAfter, stableUuid } from "./http.ts";

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
