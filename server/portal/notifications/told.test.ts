import type { WireChange } from "@tradewind/contract/ordering/orders.ts";
import { restrictions } from "@tradewind/contract/access/restrictions.ts";
import { dashboard } from "@tradewind/contract/insight/dashboard.ts";
import { notifications } from "@tradewind/contract/portal/notifications.ts";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "../../platform/database.ts";
import { addCharges } from "../../test/charges.ts";
import { agreement, orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { issueInvoicesDue } from "../../billing/invoices/invoice-run.actions.ts";

const app = await testApp();
const worker = await testWorker(app);
const database = openDatabase(app.database.workerUrl, { max: 1 });
afterAll(() => database.close());
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

const heard = async (person: Person, Category: "Orders" | "Billing" | "Service status") =>
  (await app.call(person, notifications.list, { query: { Category } })).Result!.Items;

/** Adds a reseller who orders two seats, with a colleague, the customer's own admin and another customer's admin. */
async function ordered(domain: string | undefined) {
  const reseller = await signInSigned();
  const { resellerId } = reseller;
  const [customerId, otherId] = [await addCustomer(reseller), await addCustomer(reseller)];
  const colleague = await app.signIn({ resellerId, kind: "engineer" });
  const admin = await app.signIn({ resellerId, kind: "endUserAdmin", customerId });
  const stranger = await app.signIn({ resellerId, kind: "endUserAdmin", customerId: otherId });
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const change: WireChange = { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 2 }] };
  const { placed } = await order(reseller, customerId, change, {
    Details: { ...agreement, ...(domain ? { MicrosoftDomain: domain } : {}) },
  });
  return { reseller, colleague, admin, stranger, customerId, ...placed.Result! };
}

test("the person who ordered is notified of completion, with a link to the order", async () => {
  const { reseller, colleague, customerId, InstanceId, OrderId } = await ordered(undefined);
  await becomes(reseller, InstanceId, "Active");
  const [told] = await heard(reseller, "Orders");
  expect(told).toMatchObject({
    Status: "new",
    Content: expect.stringMatching(/^Acme .*: .* became active$/),
    Link: `/customers/customer/${customerId}/orders/${OrderId}`,
  });
  expect((await app.call(reseller, notifications.dropzone)).Result!.Items).toMatchObject([
    { ServiceName: expect.stringContaining("Microsoft 365"), Message: told!.Content },
  ]);
  expect(await heard(colleague, "Orders")).toEqual([]);
});

test("a failed order notifies everyone responsible for the customer and its admin; the dashboard has it once, as to do", async () => {
  const told = await ordered(`fail-${crypto.randomUUID().slice(0, 8)}`);
  await becomes(told.reseller, told.InstanceId, "ActivationFailed");
  for (const person of [told.reseller, told.colleague, told.admin]) {
    expect(await heard(person, "Service status")).toHaveLength(1);
    const { NeedsYou } = (await app.call(person, dashboard.figures)).Result!;
    expect(NeedsYou.filter(({ Kind }) => Kind === "failedService")).toMatchObject([
      { Title: expect.stringContaining("Microsoft 365") },
    ]);
    expect((await app.call(person, notifications.dropzone)).Result!.Items).toEqual([]);
  }
  expect(await heard(told.stranger, "Service status")).toEqual([]);
});

test("an issued invoice notifies everyone who sees the bills", async () => {
  const person = await app.signIn();
  const { resellerId } = person;
  const [engineer, outsider] = [
    await app.signIn({ resellerId, kind: "engineer", rights: ["billing"] }),
    await app.signIn({ resellerId, kind: "engineer", rights: ["customers"] }),
  ];
  await addCharges(app, resellerId, [
    { customer: "Acme", product: "microsoft-365", due: "2026-02-03", minor: 1200, quantity: 1 },
  ]);
  await issueInvoicesDue({ ...app.platform, database }, "2026-03-01");
  for (const each of [person, engineer])
    expect(await heard(each, "Billing")).toMatchObject([
      {
        Content: expect.stringMatching(/^Invoice \S+ was issued\. It is due on \d\d\/\d\d\/2026\.$/),
        Link: expect.stringMatching(/^\/billing\/invoice-detail\//),
      },
    ]);
  expect(await heard(outsider, "Billing")).toEqual([]);

  // Bills are of the whole company: whoever is restricted to part of it has them no more.
  await app.call(person, restrictions.setProducts, {
    params: { userId: engineer.membershipId },
    body: { Version: 0, Every: false, ProductIds: ["microsoft-365"] },
  });
  expect(await heard(engineer, "Billing")).toEqual([]);
  expect(await heard(person, "Billing")).toHaveLength(1);
});
