import { Writable } from "node:stream";
import { consoles } from "@tradewind/contract/ordering/consoles.ts";
import { forms } from "@tradewind/contract/ordering/forms.ts";
import { myServices } from "@tradewind/contract/ordering/my-services.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

let written = "";
const log = new Writable({
  write(chunk: Buffer, _encoding, done) {
    written += chunk.toString();
    done();
  },
});
const app = await testApp({ LOG_LEVEL: "trace" }, { log });
const worker = await testWorker(app, { log });
const { signInSigned, addCustomer, order, becomes } = orderStory(app, worker);

/** A customer with a service of Acronis Backup. */
async function backup(reseller: Person) {
  const customerId = await addCustomer(reseller);

  const Lines = [{ Key: "a", OfferId: "acronis.pw_base_servers:none:monthly", Quantity: 2 }];
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines }, { ProductId: "acronis-backup" });
  const { InstanceId: instanceId } = placed.Result!;
  await becomes(reseller, instanceId, "Active");
  return { customerId, instanceId };
}

const ask = (person: Person, instanceId: string) => app.call(person, consoles.ask, { params: { instanceId } });
const linkOf = (person: Person, consoleLinkId: string) =>
  app.call(person, consoles.link, { params: { consoleLinkId } });

/** Waits for the vendor's answer as the portal does. */
async function answered(person: Person, instanceId: string) {
  const { Result } = await ask(person, instanceId);
  const { Id } = Result!;
  const answer = await worker.until(async () => {
    const seen = await linkOf(person, Id);
    return (seen.status !== 200 || seen.Result !== null) && seen;
  }, "an answer of the vendor");
  return { Id, answer };
}

/** Does what the vendor's page behind a link does. */
async function follow(link: string) {
  const ott = new URLSearchParams(new URL(link).hash.slice(1)).get("ott")!;
  const response = await fetch(`${worker.simulators.urls.acronis}/api/2/idp/ott/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ott }),
  });
  return { ott, status: response.status, user: (await response.json()) as { tenant?: string } };
}

test("ORD-57 the answer is a link that signs in once, to the customer's own tenant", async () => {
  const reseller = await signInSigned();
  const { customerId, instanceId } = await backup(reseller);
  const { answer } = await answered(reseller, instanceId);
  expect(answer.status).toBe(200);
  const [customer] = await app.sql<{ name: string }>("select name from customers where id = $1", [customerId]);
  expect(await follow(answer.Result!)).toMatchObject({ status: 200, user: { tenant: customer!.name } });
  expect((await follow(answer.Result!)).status).toBe(401);
});

test("ORD-57 the link is nobody else's, lives a minute, and stands nowhere in clear", async () => {
  const reseller = await signInSigned();
  const { instanceId } = await backup(reseller);
  const { Id, answer } = await answered(reseller, instanceId);
  const colleague = await app.signIn({ kind: "engineer", resellerId: reseller.resellerId });
  expect((await linkOf(colleague, Id)).status).toBe(404);
  const [kept] = await app.sql<{ sealed: string; state: string }>("select * from console_links where id = $1", [Id]);
  expect(kept!.state).toBe("ready");
  const { ott } = await follow(answer.Result!);
  const tables = await app.sql<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')",
  );
  for (const { name } of tables) {
    const [found] = await app.sql<{ rows: string | null }>(`select string_agg(t::text, ' ') as rows from ${name} t`);
    expect(found!.rows ?? "").not.toContain(ott);
  }
  expect(written).toContain("The worker is ready");
  expect(written).not.toContain(ott);
  await app.sql("update console_links set answered_at = answered_at - interval '61 seconds' where id = $1", [Id]);
  expect((await linkOf(reseller, Id)).status).toBe(404);
});

test("ORD-57 the vendor's no is told in words, and so is its silence", async () => {
  const reseller = await signInSigned();
  const { customerId, instanceId } = await backup(reseller);
  await app.sql("update customers set contact_name = null where id = $1", [customerId]);
  const without = await answered(reseller, instanceId);
  expect(without.answer).toMatchObject({ status: 409, Error: "consoleRefused" });
  expect(without.answer.Messages).toEqual([expect.stringMatching(/^The customer has no contact yet/)]);
  const fault = { match: { path: "users" }, times: 5, fault: { kind: "status", status: 503 } };
  await worker.control("acronis", "faults", fault);
  const silent = await answered(reseller, instanceId);
  expect(silent.answer.Messages).toEqual(["Acronis does not answer at the moment. Please try again later."]);
});

test("ORD-57 only whoever sells is offered the console, of a vendor that has one, once the service stands", async () => {
  const reseller = await signInSigned();
  const { customerId, instanceId } = await backup(reseller);
  const buttonsOf = async (person: Person, id: string) =>
    (await app.call(person, forms.buttons, { params: { instanceId: id } })).Result!.Buttons;
  const [button] = await buttonsOf(reseller, instanceId);
  expect(button).toMatchObject({
    Text: "Open Acronis console",
    IsDisabled: false,
    Data: { PopUp: "Console", Payload: { InstanceId: instanceId } },
  });
  const params = { productId: "acronis-backup", customerId, listId: "subscriptions" } as const;
  const [row] = (await app.call(reseller, myServices.details, { params })).Result!.Items;
  const ofRow = await app.call(reseller, myServices.detailButtons, { params: { ...params, detailId: row!.Id } });
  expect(ofRow.Result!.Buttons.map(({ Action }) => Action)).toContain("console");

  const admin = await app.signIn({ kind: "endUserAdmin", resellerId: reseller.resellerId, customerId });
  expect((await ask(admin, instanceId)).status).toBe(403);
  expect((await buttonsOf(admin, instanceId)).some(({ Action }) => Action === "console")).toBe(false);
  expect((await ask(await signInSigned(), instanceId)).status).toBe(404);

  const suspended = (status: string, at: string | null) =>
    app.sql("update customers set status = $2, suspended_at = $3 where id = $1", [customerId, status, at]);
  await suspended("Suspended", "2026-01-02");
  expect(await ask(reseller, instanceId)).toMatchObject({ status: 409, Error: "customerSuspended" });
  await suspended("Active", null);
  await app.sql("update service_instances set status = 'Deleting' where id = $1", [instanceId]);
  expect(await ask(reseller, instanceId)).toMatchObject({ status: 409, Error: "consoleNotOffered" });
  expect((await buttonsOf(reseller, instanceId))[0]).toMatchObject({ Action: "console", IsDisabled: true });
  const [other] = await app.sql<{ id: string }>(
    `insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
     values ($1, $2, 'microsoft-365', 'Active', '2026-02-01', '2026-02-01') returning id`,
    [reseller.resellerId, customerId],
  );
  expect(await ask(reseller, other!.id)).toMatchObject({ status: 409, Error: "consoleNotOffered" });
});
