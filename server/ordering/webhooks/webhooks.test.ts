import { services } from "@tradewind/contract/ordering/services.ts";
import { tenants } from "@tradewind/contract/ordering/tenants.ts";
import pino from "pino";
import { afterAll, expect, test } from "vitest";
import { webApp } from "../../app.ts";
import { orderStory } from "../../test/order-story.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

type Held = { held: { id: string }[] };

const app = await testApp();
// The portal's process as vendors reach it: on a port, with the settings to trust them.
const worker = await testWorker(app, { reached: true });
const { hostname: host, port, origin } = new URL(worker.publicUrl);
const { settings, urls } = worker.simulators;
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

const portal = await webApp({ ...app.config, vendorSettings: settings }, pino({ level: "silent" }));
await portal.app.listen({ port: Number(port), host });
const address = `${origin}/api/webhooks`;
afterAll(() => portal.close());

const inbox = () =>
  app.sql<{ state: string; event_id: string }>("select state, event_id from webhook_inbox order by id");
const post = (body: string, headers: Record<string, string> = {}, to = "microsoft") =>
  fetch(`${address}/${to}`, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });

const registered = async () =>
  ((await worker.control("microsoft", "webhooks")) as { registration: { url: string } | null }).registration?.url;
await worker.until(registered, "the registration with the first day's work");

async function standing() {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 4 }] });
  const { InstanceId } = placed.Result!;
  await becomes(reseller, InstanceId, "Active");
  const [row] = await app.sql<{ vendor_ref: string }>("select vendor_ref from subscriptions where instance_id = $1", [
    InstanceId,
  ]);
  const history = async () =>
    (await app.call(reseller, services.byId, { params: { instanceId: InstanceId } })).Result!.History.map(
      ({ Text }) => Text,
    );
  return { vendorRef: row!.vendor_ref, history };
}

test("a signed change at the vendor is stored once, looked up and shown; a tampered one is refused", async () => {
  const { vendorRef, history } = await standing();
  await worker.control("microsoft", "webhooks", { mode: "hold" });

  await worker.control("microsoft", "act", { action: "suspend", subscriptionId: vendorRef });
  const { held } = (await worker.control("microsoft", "webhooks")) as Held;
  await worker.control("microsoft", "webhooks/release", { duplicate: held.map(({ id }) => id) });
  await worker.until(async () => (await history())[0] === "Is suspended at Microsoft, with 4 licences", "the news");
  const kept = await inbox();
  expect(kept).toHaveLength(1);
  await worker.until(async () => (await inbox())[0]!.state === "read", "the event to be read");

  await worker.control("microsoft", "act", { action: "reinstate", subscriptionId: vendorRef });
  const again = (await worker.control("microsoft", "webhooks")) as Held;
  await worker.control("microsoft", "webhooks/release", { tamper: again.held.map(({ id }) => id) });
  expect(await inbox()).toHaveLength(1);

  await worker.control("microsoft", "act", { action: "reinstate", subscriptionId: vendorRef });
  await worker.control("microsoft", "webhooks/release", {});
  await worker.until(async () => (await history())[0] === "Is active at Microsoft, with 4 licences", "the second news");
  expect((await history()).filter((text) => text.includes("at Microsoft"))).toHaveLength(2);
});

test("only vendors that send webhooks have an address, and unsigned, foreign or oversized calls leave no row", async () => {
  const before = await inbox();
  const signed = {
    authorization: "Signature AAAA",
    "x-ms-certificate-url": `${urls.microsoft}/certificates/webhooks.cer`,
    "x-ms-signature-algorithm": "rsa-sha256",
  };
  expect((await post("{}", {}, "acronis")).status).toBe(404);
  expect((await post("{}", {}, "nobody")).status).toBe(404);
  expect((await post("{}")).status).toBe(401);
  expect((await post("{}", signed)).status).toBe(401);
  expect(
    (await post("{}", { ...signed, "x-ms-certificate-url": `${urls.acronis}/certificates/webhooks.cer` })).status,
  ).toBe(401);
  expect((await post("{}", { ...signed, "x-ms-certificate-url": `${urls.microsoft}/certificates/none` })).status).toBe(
    401,
  );
  expect((await post("x".repeat(300_000), signed)).status).toBe(413);
  expect((await post("", signed)).status).toBe(401);
  expect(await inbox()).toEqual(before);
});

test("the portal registers its address by itself, and takes it back the next day from whoever replaced it", async () => {
  expect(await registered()).toBe(`${address}/microsoft`);
  const atMicrosoft = async (method: string, json?: unknown) => {
    const granted = await fetch(`${urls.identity}/partner.example/oauth2/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: "portal",
        client_secret: "a-long-secret",
        resource: "https://api.partnercenter.microsoft.com",
      }),
    });
    const { access_token: token } = (await granted.json()) as { access_token: string };
    const answer = await fetch(`${urls.microsoft}/webhooks/v1/registration`, {
      method,
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    return { status: answer.status, body: (await answer.json()) as { WebhookEvents: string[] } };
  };
  const other = { WebhookUrl: "http://127.0.0.1:1/", WebhookEvents: ["invoice-ready"] };
  expect(await atMicrosoft("PUT", other)).toMatchObject({ status: 200 });
  expect(await atMicrosoft("PUT", { ...other, WebhookEvents: ["order-updated"] })).toMatchObject({ status: 400 });
  await worker.moveDays(1);
  await worker.until(async () => (await registered()) === `${address}/microsoft`, "the address to be ours again");
  // What somebody wanted to be told besides is still sent.
  expect((await atMicrosoft("GET")).body.WebhookEvents).toEqual([
    "invoice-ready",
    "subscription-updated",
    "granular-admin-relationship-approved",
    "granular-admin-relationship-activated",
  ]);
});

test("a webhook about an invitation looks at it before its turn", async () => {
  await worker.control("microsoft", "webhooks", { mode: "auto" });
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const ProductId = "microsoft-365";
  await app.call(reseller, tenants.request, { params: { customerId }, body: { ProductId } });
  const request = (state: string) =>
    worker.until(async () => {
      const { Request } = (
        await app.call(reseller, tenants.ofCustomer, { params: { customerId }, query: { ProductId } })
      ).Result!;
      return Request?.State === state && Request;
    }, `request ${state}`);
  const { Links } = await request("waiting");
  // Its own turn comes in an hour.
  await app.sql(
    "update pgboss.job set start_after = now() + interval '1 hour' where name = 'tenants.look' and state < 'active'",
  );
  const act = (body: unknown) => worker.control("microsoft", "act", body);
  const domain = "by-webhook.onmicrosoft.com";
  await act({ action: "acceptReseller", domain });
  await act({ action: "approveRelationship", relationship: /[0-9a-f-]+$/.exec(Links[1]!.Url)![0], domain });
  expect(await request("connected")).toMatchObject({ TenantName: domain });
});
