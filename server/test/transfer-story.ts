import { transfers } from "@tradewind/contract/ordering/transfers.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { orderStory } from "./order-story.ts";
import type { Person, TestApp } from "./test-app.ts";
import type { TestWorker } from "./test-worker.ts";

/** The shared steps of tests of transfers in: a customer with a tenant, a request, what the other partner does with it. */
export function transferStory(
  app: TestApp,
  worker: Pick<TestWorker, "until" | "platform"> & {
    control: (vendor: "microsoft", what: string, body?: unknown) => Promise<unknown>;
  },
) {
  const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);
  const act = async (body: Record<string, unknown>) =>
    (await worker.control("microsoft", "act", body)) as Record<string, string>;
  const today = () => worker.platform.clock.today();

  /** A customer of a new reseller with three licences of a year, in a tenant of its own. */
  async function provided() {
    const reseller = await signInSigned();
    const customerId = await addCustomer(reseller);
    const sold = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
    const change = { Kind: "add" as const, Lines: [{ Key: "a", OfferId: sold.OfferId, Quantity: 3 }] };
    const instanceId = (await order(reseller, customerId, change)).placed.Result!.InstanceId;
    const service = await becomes(reseller, instanceId, "Active");
    const [tenant] = await app.sql<{ ref: string; offer_ref: string }>(
      `select t.tenant_ref as ref, o.offer_ref from provider_tenants t, offers o where t.customer_id = $1 and o.id = $2`,
      [customerId, sold.OfferId],
    );
    return {
      reseller,
      customerId,
      instanceId,
      key: service.Subscriptions[0]!.Id,
      tenant: tenant!.ref,
      catalogItemId: tenant!.offer_ref,
    };
  }

  const body = () => ({
    VendorId: "microsoft",
    PartnerTenantId: crypto.randomUUID() as string,
    PartnerName: "Northwind",
    CustomerEmail: "ada@acme.example",
  });
  const ask = (person: Person, customerId: string, sent: Partial<ReturnType<typeof body>> = {}) =>
    app.call(person, transfers.ask, { params: { customerId }, body: { ...body(), ...sent } });
  const listOf = async (person: Person, customerId: string) =>
    (await app.call(person, transfers.ofCustomer, { params: { customerId } })).Result!;

  /** What was provided, with a request that the other partner has not answered. */
  async function pending() {
    const one = await provided();
    const id = (await ask(one.reseller, one.customerId)).Result!.Id;
    /** Looks as at the next turn, without waiting for it. */
    const look = () =>
      worker.platform.database.write({ role: "app_worker" }, (tx) =>
        worker.platform.jobs.file(tx, "transfers.look", {
          resellerId: one.reseller.resellerId,
          transferId: id,
          hinted: true,
        }),
      );
    const becomesState = (state: string) =>
      worker.until(async () => {
        const found = (await listOf(one.reseller, one.customerId)).Items.find((each) => each.Id === id);
        return found?.State === state && found;
      }, `transfer ${state}`);
    await becomesState("pending");
    const [row] = await app.sql<{ ref: string }>("select vendor_ref as ref from transfers where id = $1", [id]);
    const accept = (lines: Record<string, unknown>[]) => act({ action: "acceptTransfer", transferId: row!.ref, lines });
    const line = (changes: Record<string, unknown> = {}) => ({
      catalogItemId: one.catalogItemId,
      quantity: 7,
      termDuration: "P1Y",
      billingCycle: "monthly",
      nextTermAt: addDays(today(), 100),
      ...changes,
    });
    const ends = async (state: string) => {
      await worker.control("microsoft", "clock", { advanceMs: 10_000 });
      await look();
      return becomesState(state);
    };
    return { ...one, id, ref: row!.ref, look, becomesState, accept, line, ends };
  }

  const proposal = (person: Person, transferId: string) =>
    app.call(person, transfers.propose, { params: { transferId } });

  return { provided, body, ask, listOf, pending, proposal, act, today };
}
