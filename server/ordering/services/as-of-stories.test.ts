/**
 * Random orders over some days. At the end of each day we write down what the customer's own screens answer; at the end
 * of all, each of those days is asked for as it was and as we knew it then.
 */
import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import { serviceLists } from "@tradewind/contract/ordering/service-lists.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { standing } from "@tradewind/contract/ordering/subscriptions.ts";
import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order } = orderStory(app, worker);

const nth = fc.nat({ max: 9 });
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom("buyMonthly", "buyYearly"), nth }) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constantFrom("more", "fewer", "end", "renewWithMore", "cancel"), nth }),
  },
  fc.record({ what: fc.constantFrom("refused", "rename", "suspend", "reactivate"), nth }),
  { weight: 4, arbitrary: fc.record({ what: fc.constant("days"), nth }) },
);
type Step = { what: string; nth: number };

/** A customer, what its screens said at the end of some days, and a change of it for each step. */
async function story() {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const offers = {
    buyMonthly: await offer(reseller, customerId, { term: "P1M", billing: "monthly" }),
    buyYearly: await offer(reseller, customerId, { term: "P1Y", billing: "monthly" }),
  };
  const params = { customerId };
  const seen = new Map<string, Awaited<ReturnType<typeof look>>>();

  const all = async () => (await app.call(reseller, serviceLists.all, { params })).Result!.Items;
  const settled = () =>
    worker.until(
      async () => (await all()).every(({ Status }) => Status !== "Activating" && Status !== "Deleting"),
      "all services settled",
    );

  async function look(person: Person) {
    const { Result: details } = await app.call(person, customers.byId, { params });
    const found = await Promise.all(
      (await all()).map(async ({ Id }) => {
        const { Result } = await app.call(person, services.byId, { params: { instanceId: Id } });
        return Result!.Subscriptions;
      }),
    );
    const kept = Object.keys(standing.shape) as (keyof typeof standing.shape)[];
    return {
      details: { Name: details!.Name, Status: details!.Status, SuspendedAt: details!.SuspendedAt },
      subscriptions: Object.fromEntries(
        found
          .flat()
          .filter(({ Status }) => Status !== "cancelled")
          .map((each) => [each.Id, Object.fromEntries(kept.map((name) => [name, each[name]]))]),
      ),
    };
  }

  async function change({ what, nth: at }: Step) {
    if (what === "days") {
      seen.set(app.platform.clock.today(), await look(reseller));
      return worker.moveDays([1, 2, 9, 31][at % 4]!);
    }
    if (what === "rename")
      return app.call(reseller, customerForms.rename, { params, body: { NewName: `Acme ${crypto.randomUUID()}` } });
    if (what === "suspend" || what === "reactivate") return app.call(reseller, customers[what], { params });
    if (what === "buyMonthly" || what === "buyYearly") {
      const Lines = [{ Key: "a", OfferId: offers[what].OfferId, Quantity: 1 + at }];
      return order(reseller, customerId, { Kind: "add", Lines });
    }
    const [service] = (await all()).filter(({ Status }) => Status === "Active").slice(at % 2);
    if (!service) return;
    const InstanceId = service.Id;
    const { Result } = await app.call(reseller, services.byId, { params: { instanceId: InstanceId } });
    const held = Result!.Subscriptions.filter(({ Status }) => Status !== "cancelled");
    const subscription = held[at % held.length];
    if (!subscription) return;
    const { Id: Key, Quantity } = subscription;
    if (what === "refused")
      await worker.control("microsoft", "faults", {
        times: 1,
        match: { method: "PATCH" },
        fault: { kind: "status", status: 400, body: { code: "800090", description: "No." } },
      });
    const wanted = {
      more: { Kind: "setQuantity", Targets: [{ Key, Quantity: Quantity + 1 + at }] },
      refused: { Kind: "setQuantity", Targets: [{ Key, Quantity: Quantity + 1 }] },
      fewer: { Kind: "setQuantity", Targets: [{ Key, Quantity: Math.max(1, Quantity - 1) }] },
      end: { Kind: "schedule", Targets: [{ Key, Outcome: "cancel" }] },
      renewWithMore: { Kind: "schedule", Targets: [{ Key, Outcome: "renew", Quantity: Quantity + 2 }] },
      cancel: { Kind: "cancel", Keys: [Key] },
    } as const;
    return order(reseller, customerId, wanted[what as keyof typeof wanted], { InstanceId });
  }

  const asOf = async (day: string) =>
    (await app.call(reseller, services.asOfCustomer, { params, query: { On: day, KnownOn: day } })).Result!;

  return { change, settled, seen, asOf };
}

test(
  "each day is shown afterwards as the customer's screens showed it, after random orders",
  { timeout: 3_600_000 },
  async () => {
    const long = inject("long");
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: long ? 16 : 8 }), async (steps) => {
        const { change, settled, seen, asOf } = await story();
        for (const each of [{ what: "buyYearly", nth: 4 }, ...steps, { what: "days", nth: 0 }]) {
          await change(each);
          await settled();
        }
        for (const [day, then] of seen) {
          const { Details, Subscriptions } = await asOf(day);
          const shown = Subscriptions.filter(({ Then }) => Then && Then.Status !== "cancelled");
          expect({ day, subscriptions: Object.fromEntries(shown.map(({ Id, Then }) => [Id, Then])) }).toEqual({
            day,
            subscriptions: then.subscriptions,
          });
          expect(Details.Then).toMatchObject(then.details);
        }
      }),
      { numRuns: long ? 60 : 3, seed: long ? Date.now() % 1e9 : 20_261_125, endOnFailure: true },
    );
  },
);
