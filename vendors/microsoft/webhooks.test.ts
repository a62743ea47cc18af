import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { VendorUnavailable } from "../vendor.ts";
import { partnerCenterWebhooks } from "./webhooks.ts";

let calls = 0;
const server = createServer((_, response) => {
  calls += 1;
  response.writeHead(404).end();
}).listen(0, "127.0.0.1");
afterAll(() => void server.close());

test("who cannot sign makes us look up at most ten certificates a minute", async () => {
  const certificates = `http://127.0.0.1:${(server.address() as AddressInfo).port}/certificates/`;
  let now = 0;
  const reader = partnerCenterWebhooks({ certificates, authorities: "" }, () => now);
  const forged = (name: number) =>
    reader.verify({
      headers: {
        authorization: "Signature AAAA",
        "x-ms-certificate-url": `${certificates}${name}.cer`,
        "x-ms-signature-algorithm": "rsa-sha256",
      },
      body: Buffer.from("{}"),
      receivedAt: new Date(now),
    });
  for (let name = 0; name < 10; name++) expect(await forged(name)).toBeUndefined();
  await expect(forged(10)).rejects.toThrow(VendorUnavailable);
  expect(calls).toBe(10);
  now = 60_000;
  expect(await forged(11)).toBeUndefined();
  expect(calls).toBe(11);
});
