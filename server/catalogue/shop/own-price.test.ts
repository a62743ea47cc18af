import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { priceBooks } from "@tradewind/contract/catalogue/price-books.ts";
import { shop } from "@tradewind/contract/catalogue/shop.ts";
import { search } from "@tradewind/contract/insight/search.ts";
import { customerOverview } from "@tradewind/contract/ordering/customer-overview.ts";
import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { display } from "@tradewind/contract/portal/display.ts";
import type { Right } from "@tradewind/domain/values/permissions.ts";
import { expect, test } from "vitest";
import { agreement, orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, order, becomes } = orderStory(app, worker);
const standard = "CFQ7TTC0LDPB:0001";
const pageOf = (person: Person) => app.call(person, shop.page, { params: { productId: "microsoft-365" } });

test("ACL-40 a customer's people see its own price, and no cost, where one is set, the reseller shows it and hides none", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const of = { kind: "endUserAdmin", resellerId: reseller.resellerId } as const;
  const rights: Right[] = ["home", "customers", "manageService", "marketplaceOrder", "addProducts"];
  const admin = await app.signIn({ ...of, customerId, rights });
  const other = await app.signIn({ ...of, customerId: await addCustomer(reseller), rights });
  const OfferId = `${standard}:P1Y:monthly`;
  const From = app.platform.clock.today();
  await app.call(reseller, priceBooks.put, {
    body: { OfferId, CustomerId: customerId, From, Kind: "fixed", Value: "31.57" },
  });
  const Change: WireChange = { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 2 }] };
  const about = { ProductId: "microsoft-365", InstanceId: null, Details: agreement };
  const { placed } = await order(reseller, customerId, Change);
  const instanceId = placed.Result!.InstanceId;
  /** Everything in which a price could be told, for one person. */
  const told = async (person: Person) => {
    const query = { CustomerId: person.customerId!, Action: "Add" } as const;
    const answers = [
      await app.call(person, shop.window),
      await pageOf(person),
      await app.call(person, shop.find, { query: { Text: "business standard" } }),
      await app.call(person, search.everything, { query: { Text: "business" } }),
      await app.call(person, orders.journey, { params: { by: "product", name: "microsoft-365" }, query }),
      await app.call(person, orders.propose, { body: { ...about, CustomerId: person.customerId!, Change } }),
      ...(person === other ? [] : [await app.call(person, services.byId, { params: { instanceId } })]),
      await app.call(person, customerOverview.overview, { params: { customerId: person.customerId! } }),
      await app.call(person, services.asOfCustomer, {
        params: { customerId: person.customerId! },
        query: { On: From, KnownOn: From },
      }),
    ];
    const text = JSON.stringify(answers);
    return {
      own: text.match(/31\.57|6314/g)?.length ?? 0,
      costs: text.match(/"(Cost|Recommended|UnitCost|ChargeNow|Margin)":(?!null)/g) ?? [],
    };
  };
  const show = async (changes: Partial<InputOf<typeof display.save>["body"]>) => {
    const body = { HidePricing: false, HideBanner: false, ...changes };
    expect((await app.call(reseller, display.save, { body })).status).toBe(200);
  };
  const nothing = { own: 0, costs: [] };
  expect(await told(admin)).toEqual(nothing);
  const { Subscriptions } = await becomes(reseller, instanceId, "Active");
  const more = await app.call(admin, orders.propose, {
    body: {
      ...about,
      CustomerId: customerId,
      InstanceId: instanceId,
      Details: {},
      Change: { Kind: "setQuantity", Targets: [{ Key: Subscriptions[0]!.Id, Quantity: 5 }] },
    },
  });
  expect(more.Result).toMatchObject({ Sale: null, ChargeNow: null });
  // What it commits to, and until when, is no price.
  expect(more.Result!.After).toMatchObject([{ Quantity: 5, TermUntil: expect.any(String) }]);
  await show({ ShowOwnPrices: true });
  const shown = await told(admin);
  expect(shown.own).toBeGreaterThanOrEqual(8);
  expect(shown.costs).toEqual([]);
  const plan = (await pageOf(admin)).Result!.Plans.find(({ Sku }) => Sku === standard)!;
  expect(plan.Offers.map(({ YouPay }) => YouPay)).toEqual([undefined, "31.57", undefined]);
  expect(await told(other)).toEqual(nothing);
  // What is not said of it stays: another setting is saved without it.
  await show({ HidePricing: true });
  expect((await app.call(reseller, display.current)).Result).toMatchObject({ HidePricing: true, ShowOwnPrices: true });
  expect(await told(admin)).toEqual(nothing);
  await show({});
  expect((await told(admin)).own).toBe(shown.own);
  await show({ ShowOwnPrices: false });
  expect(await told(admin)).toEqual(nothing);
});
