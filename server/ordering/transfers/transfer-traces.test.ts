import { customers } from "@tradewind/contract/customers/customers.ts";
import { transfers } from "@tradewind/contract/ordering/transfers.ts";
import { notifications } from "@tradewind/contract/portal/notifications.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { listLines } from "./transfers.store.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

test("what became of a transfer is told to those who see every product, and not to the customer's own people", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 3 }] });
  await becomes(reseller, placed.Result!.InstanceId, "Active");
  const { resellerId } = reseller;
  const engineer = await app.signIn({ kind: "engineer", resellerId });
  const restricted = await app.signIn({ kind: "engineer", resellerId });
  await app.sql("update memberships set only_products = '{microsoft-365}' where id = $1", [restricted.membershipId]);
  const admin = await app.signIn({ kind: "endUserAdmin", resellerId, customerId });

  await app.call(reseller, transfers.ask, {
    params: { customerId },
    body: {
      VendorId: "microsoft",
      PartnerTenantId: crypto.randomUUID(),
      PartnerName: "Northwind",
      CustomerEmail: "ada@acme.example",
    },
  });
  const [asked] = await worker.until(async () => {
    const rows = await app.sql<{ id: string; ref: string }>(
      "select id, vendor_ref as ref from transfers where customer_id = $1 and vendor_ref is not null",
      [customerId],
    );
    return rows.length > 0 && rows;
  }, "the transfer to be pending");
  await worker.control("microsoft", "act", { action: "refuseTransfer", transferId: asked!.ref });
  await worker.until(async () => {
    const rows = await app.sql("select from transfers where customer_id = $1 and state = 'refused'", [customerId]);
    return rows.length > 0;
  }, "the transfer to be refused");

  // What comes is hidden from them in the database, too.
  await app.sql(
    `insert into transfer_lines (reseller_id, transfer_id, position, customer_id, offer_ref, name, quantity)
     select reseller_id, id, 0, customer_id, 'offer', 'Licence', 1 from transfers where customer_id = $1`,
    [customerId],
  );
  const seen = await app.platform.database.read(
    { role: "app_restricted", resellerId, restrictedTo: restricted.membershipId },
    (db) => listLines(db, [resellerId], [asked!.id]),
  );
  expect(seen).toEqual([]);

  const done = async (person: Person) =>
    (await app.call(person, customers.activity, { params: { customerId } })).Result!.Items.filter(({ What }) =>
      What.includes("Northwind"),
    ).length;
  const told = async (person: Person) =>
    (await app.call(person, notifications.list)).Result!.Items.filter(({ Content }) => Content.includes("Northwind"))
      .length;
  expect([await done(engineer), await told(engineer)]).toEqual([2, 1]);
  expect([await done(restricted), await told(restricted)]).toEqual([0, 0]);
  expect(await done(admin)).toBe(0);
  // Nor to who is restricted later.
  await app.sql("update memberships set only_products = '{microsoft-365}' where id = $1", [engineer.membershipId]);
  expect(await told(await app.signInAgain(engineer))).toBe(0);
});
