/**
 * Random orders and prices over some days. At the end of each day we write down what the customer's own screens, its
 * prices and the invoices answer; at the end of all, each of those days is asked for as it was and as we knew it then.
 */
import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { priceBooks } from "@tradewind/contract/catalogue/price-books.ts";
import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import type { WireChange } from "@tradewind/contract/ordering/orders.ts";
import { serviceLists } from "@tradewind/contract/ordering/service-lists.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { standing } from "@tradewind/contract/ordering/subscriptions.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order } = orderStory(app, worker);

const ProductId = "microsoft-365";
const nth = fc.nat({ max: 9 });
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom("buyMonthly", "buyYearly"), nth }) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constantFrom("more", "fewer", "end", "renewWithMore", "cancel"), nth }),
  },
  fc.record({ what: fc.constantFrom("refused", "rename", "suspend", "reactivate", "price", "groupPrice"), nth }),
  { weight: 4, arbitrary: fc.record({ what: fc.constant("days"), nth }) },
);
type Step = { what: string; nth: number };

/** Who is looked at, and by whom. */
type Cast = { reseller: Person; customerId: string };

const servicesOf = async ({ reseller, customerId }: Cast) =>
  (await app.call(reseller, serviceLists.all, { params: { customerId } })).Result!.Items;

const standings = Object.keys(standing.shape) as (keyof typeof standing.shape)[];

/** Reads what the screens show today. */
async function look(cast: Cast) {
  const { reseller, customerId } = cast;
  const params = { customerId };
  const { Result: customer } = await app.call(reseller, customers.byId, { params });
  const held = await Promise.all(
    (await servicesOf(cast)).map(async ({ Id }) => {
      const { Result } = await app.call(reseller, services.byId, { params: { instanceId: Id } });
      return Result!.Subscriptions;
    }),
  );
  const priced = await app.call(reseller, priceBooks.ofCustomer, { params, query: { ProductId } });
  const issued = await app.call(reseller, invoices.list, { query: {} });
  return {
    customer: { Name: customer!.Name, Status: customer!.Status, SuspendedAt: customer!.SuspendedAt },
    subscriptions: Object.fromEntries(
      held
        .flat()
        .filter(({ Status }) => Status !== "cancelled")
        .map((each) => [each.Id, Object.fromEntries(standings.map((name) => [name, each[name]]))]),
    ),
    prices: Object.fromEntries(
      priced.Result!.Items.map(({ OfferId, Cost, CustomerPrice, Level }) => [
        OfferId,
        Cost === null ? null : { Cost, CustomerPrice, Level },
      ]),
    ),
    invoices: issued.Result!.Items.map(({ Id, Status, Net, Gross, Balance }) => ({ Id, Status, Net, Gross, Balance })),
  };
}
type Seen = Awaited<ReturnType<typeof look>>;

/** Reads the same of a day, as it was and as it was known then; of the invoices that were there. */
async function lookBack({ reseller, customerId }: Cast, day: string, there: Seen["invoices"]): Promise<Seen> {
  const query = { On: day, KnownOn: day };
  const { Result: read } = await app.call(reseller, services.asOfCustomer, { params: { customerId }, query });
  const priced = await app.call(reseller, priceBooks.asOf, { query: { ...query, ProductId, CustomerId: customerId } });
  const { Name, Status, SuspendedAt } = read!.Details.Then!;
  return {
    customer: { Name, Status, SuspendedAt },
    subscriptions: Object.fromEntries(
      read!.Subscriptions.flatMap(({ Id, Then }) => (Then && Then.Status !== "cancelled" ? [[Id, Then]] : [])),
    ),
    prices: Object.fromEntries(priced.Result!.Items.map(({ OfferId, Then }) => [OfferId, Then])),
    invoices: await Promise.all(
      there.map(async ({ Id }) => {
        const { Then } = (await app.call(reseller, invoices.asOf, { params: { invoiceId: Id }, query })).Result!;
        return { Id, Status: Then.Status!, Net: Then.Net, Gross: Then.Gross, Balance: Then.Balance };
      }),
    ),
  };
}

/** Makes a change of an own service, if there is one that can be changed. */
async function changeService(cast: Cast, { what, nth: at }: Step): Promise<void> {
  const [service] = (await servicesOf(cast)).filter(({ Status }) => Status === "Active").slice(at % 2);
  if (!service) return;
  const InstanceId = service.Id;
  const { Result } = await app.call(cast.reseller, services.byId, { params: { instanceId: InstanceId } });
  const held = Result!.Subscriptions.filter(({ Status }) => Status !== "cancelled");
  if (held.length === 0) return;
  const { Id: Key, Quantity } = held[at % held.length]!;
  if (what === "refused")
    await worker.control("microsoft", "faults", {
      times: 1,
      match: { method: "PATCH" },
      fault: { kind: "status", status: 400, body: { code: "800090", description: "No." } },
    });
  const wanted: Record<string, WireChange> = {
    more: { Kind: "setQuantity", Targets: [{ Key, Quantity: Quantity + 1 + at }] },
    refused: { Kind: "setQuantity", Targets: [{ Key, Quantity: Quantity + 1 }] },
    fewer: { Kind: "setQuantity", Targets: [{ Key, Quantity: Math.max(1, Quantity - 1) }] },
    end: { Kind: "schedule", Targets: [{ Key, Outcome: "cancel" }] },
    renewWithMore: { Kind: "schedule", Targets: [{ Key, Outcome: "renew", Quantity: Quantity + 2 }] },
    cancel: { Kind: "cancel", Keys: [Key] },
  };
  await order(cast.reseller, cast.customerId, wanted[what]!, { InstanceId });
}

/** Plays steps, and returns what was seen at the end of the days before the clock moved. */
async function play(cast: Cast, steps: readonly Step[]): Promise<Map<string, Seen>> {
  const { reseller, customerId } = cast;
  const params = { customerId };
  const { Id: GroupId } = (await app.call(reseller, priceBooks.addGroup, { body: { Name: "Schools" } })).Result!;
  const seen = new Map<string, Seen>();
  const buy = async (billed: "P1M" | "P1Y", Quantity: number) => {
    const { OfferId } = await offer(reseller, customerId, { term: billed, billing: "monthly" });
    await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity }] });
  };
  const setPrice = async (whose: { CustomerId: string } | { GroupId: string }, at: number) => {
    await app.call(reseller, priceBooks.setGroup, { params, body: { GroupId: at % 2 === 0 ? GroupId : null } });
    const From = addDays(app.platform.clock.today(), at % 3);
    await app.call(reseller, priceBooks.put, { body: { ...whose, From, Kind: "markUp", Value: String(10 + at) } });
  };
  const acts: Record<string, (at: number) => Promise<unknown>> = {
    buyMonthly: (at) => buy("P1M", 1 + at),
    buyYearly: (at) => buy("P1Y", 1 + at),
    rename: () => app.call(reseller, customerForms.rename, { params, body: { NewName: `A ${crypto.randomUUID()}` } }),
    suspend: () => app.call(reseller, customers.suspend, { params }),
    reactivate: () => app.call(reseller, customers.reactivate, { params }),
    price: (at) => setPrice({ CustomerId: customerId }, at),
    groupPrice: (at) => setPrice({ GroupId }, at),
    async days(at) {
      seen.set(app.platform.clock.today(), await look(cast));
      await worker.moveDays([1, 2, 9, 31][at % 4]!);
    },
  };
  for (const each of steps) {
    await (acts[each.what]?.(each.nth) ?? changeService(cast, each));
    await worker.until(
      async () => (await servicesOf(cast)).every(({ Status }) => Status !== "Activating" && Status !== "Deleting"),
      "all services settled",
    );
  }
  return seen;
}

test("each day is shown afterwards as its screens showed it, after random orders and prices", async () => {
  const long = inject("long");
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: long ? 16 : 8 }), async (steps) => {
      const reseller = await signInSigned();
      const cast = { reseller, customerId: await addCustomer(reseller) };
      const first = { what: "buyYearly", nth: 4 };
      const seen = await play(cast, [first, { what: "days", nth: 3 }, ...steps, { what: "days", nth: 0 }]);
      for (const [day, then] of seen)
        expect({ day, ...(await lookBack(cast, day, then.invoices)) }).toEqual({ day, ...then });
    }),
    { numRuns: long ? 60 : 3, seed: long ? Date.now() % 1e9 : 20_261_125, endOnFailure: true },
  );
}, 3_600_000);
