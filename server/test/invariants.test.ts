import { agreements } from "@tradewind/contract/catalogue/agreements.ts";
import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { findBreaches } from "@tradewind/tools/demo/invariants.ts";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { testApp, type Person } from "./test-app.ts";
import { testWorker } from "./test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const database = new pg.Pool({ connectionString: app.database.adminUrl, max: 2 });
afterAll(() => database.end());
const breaches = () => findBreaches(database, worker.simulators.urls);

const offer = "CFQ7TTC0LDPB:0001:P1M:monthly";
const details = { AgreementName: "Ada Lovelace", AgreementEmail: "ada@acme.example", AgreementDate: "2026-01-01" };

async function signFor(reseller: Person) {
  const params = { agreementId: "microsoft-365" };
  const { Version, TextHash } = (await app.call(reseller, agreements.byId, { params })).Result!;
  const body = { Version, TextHash, ReadToEnd: true as const, Name: "Ada Lovelace", JobTitle: "Director" };
  await app.call(reseller, agreements.sign, { params, body });
}

async function buy(reseller: Person, quantity: number, domain?: string) {
  const { Result } = await app.call(reseller, customerForms.add, {
    body: {
      name: `Acme ${crypto.randomUUID().slice(0, 6)}`,
      organisationTypes: ["Commercial"],
      Address1: "1 High Street",
      TownCity: "Leeds",
      PostCode: "LS1 1AA",
      ContactName: "Ada Lovelace",
      ContactEmail: "ada@acme.example",
    },
  });
  const { customerId } = Result!;
  const wanted = {
    CustomerId: customerId,
    ProductId: "microsoft-365",
    Details: { ...details, ...(domain ? { MicrosoftDomain: domain } : {}) },
    Change: { Kind: "add" as const, Lines: [{ Key: "a", OfferId: offer, Quantity: quantity }] },
  };
  const instanceId = await commit(reseller, wanted);
  return { customerId, instanceId };
}

async function commit(reseller: Person, wanted: Parameters<typeof propose>[1]): Promise<string> {
  const proposal = await propose(reseller, wanted);
  const placed = await app.call(reseller, orders.place, { body: { ...wanted, ProposalHash: proposal.Result!.Hash } });
  return placed.Result!.InstanceId;
}
const propose = (
  reseller: Person,
  body: {
    CustomerId: string;
    ProductId: string;
    InstanceId?: string;
    Details?: Record<string, string>;
    Change:
      | { Kind: "add"; Lines: { Key: string; OfferId: string; Quantity: number }[] }
      | { Kind: "cancel"; Keys: string[] };
  },
) => app.call(reseller, orders.propose, { body });

const becomes = (reseller: Person, instanceId: string, wanted: string) =>
  worker.until(async () => {
    const { Result } = await app.call(reseller, services.byId, { params: { instanceId } });
    return Result!.Service.Status === wanted && Result!;
  }, `service ${wanted}`);

/** A charge that its month's invoice run should have collected. */
const addCharge = `
  insert into charges
  select (jsonb_populate_record(c, jsonb_build_object('kind', 'once', 'id', uuidv7()))).* from charges c
  where reseller_id = $1 and amount_minor > 0 order by due_on limit 1`;

test("the invariants hold after orders, failures, renewals and invoices, and each violation is reported", async () => {
  const reseller = await app.signIn();
  await signFor(reseller);
  const good = await buy(reseller, 5);
  const failed = await buy(reseller, 2, `fail-${crypto.randomUUID().slice(0, 8)}`);
  await becomes(reseller, good.instanceId, "Active");
  const { Subscriptions } = await becomes(reseller, failed.instanceId, "ActivationFailed");
  await commit(reseller, {
    CustomerId: failed.customerId,
    ProductId: "microsoft-365",
    InstanceId: failed.instanceId,
    Change: { Kind: "cancel", Keys: Subscriptions.map((each) => each.Id) },
  });
  await becomes(reseller, failed.instanceId, "Deleted");
  await worker.moveDays(45);
  await becomes(reseller, good.instanceId, "Active");
  expect(await breaches()).toEqual([]);

  const breaks = [
    ["update customers set service_count = service_count + 1 where id = $1", good.customerId, "counters"],
    ["update subscriptions set quantity = 6 where instance_id = $1", good.instanceId, "history"],
    ["update service_instances set status = 'Deleting' where id = $1", good.instanceId, "at work exactly while"],
    [addCharge, reseller.resellerId, "due before the day that is invoiced until"],
  ] as const;
  for (const [sql, id, words] of breaks) {
    await app.sql(sql, [id]);
    expect((await breaches()).join("\n")).toContain(words);
  }
  await fetch(`${worker.simulators.urls.microsoft}/__sim/reset`, { method: "POST", body: "{}" });
  await app.sql("update service_instances set status = 'Active' where id = $1", [good.instanceId]);
  expect((await breaches()).join("\n")).toContain("the vendor does not hold");
});
