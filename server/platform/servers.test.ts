import net from "node:net";
import { afterAll, expect, test, vi } from "vitest";
import { freshDatabase } from "../test/database.ts";
import { clientFor } from "./servers.ts";

const own = await freshDatabase();
afterAll(() => own.drop());

/** Passes on to the database, and cuts a connection as soon as a query is sent on it. */
async function cuttingProxy() {
  const { hostname, port } = new URL(own.webUrl);
  const proxy = net.createServer((near) => {
    const far = net.connect(Number(port || 5432), hostname);
    for (const socket of [near, far]) socket.on("error", () => {});
    near.on("data", (bytes) => {
      if (bytes.includes("pg_is_in_recovery")) near.destroy();
      else far.write(bytes);
    });
    far.on("data", (bytes) => near.write(bytes));
    far.on("close", () => near.destroy());
    near.on("close", () => far.destroy());
  });
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
  afterAll(() => new Promise((done) => proxy.close(done)));
  const url = new URL(own.webUrl);
  url.host = `127.0.0.1:${(proxy.address() as net.AddressInfo).port}`;
  return url.href;
}

test("a connection that is lost while it is looked at fails, and does not end the process", async () => {
  const Client = clientFor(await cuttingProxy());
  const client = new Client();
  const emit = vi.spyOn(client, "emit");
  await expect(client.connect()).rejects.toThrow("Connection terminated unexpectedly");
  await vi.waitFor(() => expect(emit).toHaveBeenCalledWith("end"));
  const told = emit.mock.results.filter((_, at) => emit.mock.calls[at]![0] === "error");
  expect(told.map(({ type }) => type)).toEqual(["return"]);
});
