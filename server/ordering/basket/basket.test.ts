import { customers } from "@tradewind/contract/customers/customers.ts";
import { basket, mostInBasket } from "@tradewind/contract/ordering/basket.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { describe, expect, test } from "vitest";
import { basketStory } from "../../test/basket-story.ts";
import { addCustomerOf } from "../../test/order-story.ts";
import { signAgreements } from "../../test/sign-agreements.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { orderBasket } from "./basket-work.actions.ts";

const app = await testApp();
const { wish, add, addForNew, read, shown, place } = basketStory(app);

async function signInSigned(): Promise<Person> {
  const person = await app.signIn();
  await signAgreements(app, person);
  return person;
}
const work = ({ resellerId, membershipId }: Person) => orderBasket(app.platform, { resellerId, membershipId });
const ordersOf = ({ resellerId }: Person) =>
  app.sql<{ id: string; customer_id: string }>("select id, customer_id from orders where reseller_id = $1", [
    resellerId,
  ]);
const change = (person: Person, basketLineId: string, body: object) =>
  app.call(person, basket.change, { params: { basketLineId }, body });

const suspend = (person: Person, customerId: string) => app.call(person, customers.suspend, { params: { customerId } });

describe("a basket", () => {
  test("shows each order at the price that ordering it alone would have, and adds them up", async () => {
    const person = await signInSigned();
    const buyers = [await addCustomerOf(app, person, "Apex"), await addCustomerOf(app, person, "Zenith")];
    await add(person, buyers[1]!, 3);
    await add(person, buyers[0]!, 2);
    const { Lines, Totals } = await read(person);
    expect(Lines.map(({ CustomerName, Items }) => [CustomerName, Items[0]!.Quantity])).toEqual([
      ["Apex", 2],
      ["Zenith", 3],
    ]);
    const { Lines: lines, ...rest } = wish(buyers[0]!);
    const alone = await app.call(person, orders.propose, { body: { ...rest, Change: { Kind: "add", Lines: lines } } });
    expect(Lines[0]!.Proposal!.ChargeNow).toEqual(alone.Result!.ChargeNow);
    const added = (of: "Net" | "Gross") =>
      String(Lines.reduce((total, { Proposal }) => total + BigInt(Proposal!.ChargeNow![of].Minor), 0n));
    expect(Totals).toMatchObject([{ Orders: 2, Net: { Minor: added("Net") }, Gross: { Minor: added("Gross") } }]);
  });

  test("is the same at another browser of the person, and nobody else's", async () => {
    const person = await signInSigned();
    const id = await addForNew(person);
    const again = await app.signInAgain(person);
    expect((await read(again)).Lines.map(({ Id }) => Id)).toEqual([id]);
    const colleague = await app.signIn({ resellerId: person.resellerId });
    const stranger = await app.signIn();
    for (const other of [colleague, stranger]) {
      expect((await read(other)).Lines).toEqual([]);
      const params = { basketLineId: id };
      expect(await app.call(other, basket.remove, { params })).toMatchObject({ status: 404 });
      expect(await change(other, id, { Items: [{ Key: "a", Quantity: 9 }] })).toMatchObject({ status: 404 });
      const body = { Lines: await shown(person) };
      expect(await app.call(other, basket.place, { body })).toMatchObject({ status: 404 });
    }
  });

  test("holds so many orders and no more", async () => {
    const person = await signInSigned();
    const customerId = await addCustomerOf(app, person);
    for (let at = 0; at < mostInBasket; at++) await add(person, customerId);
    const full = await app.call(person, basket.add, { body: wish(customerId) });
    expect(full).toMatchObject({ status: 409, Error: "basketFull" });
    const params = { basketLineId: (await read(person)).Lines[0]!.Id };
    await app.call(person, basket.remove, { params });
    await add(person, customerId);
    const back = await app.call(person, basket.restore, { params });
    expect(back).toMatchObject({ status: 409, Error: "basketFull" });
  });

  test("takes another quantity, and gives back what was removed", async () => {
    const person = await signInSigned();
    const id = await addForNew(person);
    await change(person, id, { Items: [{ Key: "a", Quantity: 7 }] });
    expect((await read(person)).Lines[0]!.Items[0]!.Quantity).toBe(7);
    expect(await change(person, id, { Items: [{ Key: "a", Quantity: 0 }] })).toMatchObject({
      Error: "quantityBelowMinimum",
    });
    const params = { basketLineId: id };
    await app.call(person, basket.remove, { params });
    expect((await app.call(person, basket.count)).Result).toEqual({ Lines: 0 });
    await app.call(person, basket.restore, { params });
    expect((await read(person)).Lines[0]).toMatchObject({ Id: id, Items: [{ Quantity: 7 }] });
  });

  test("asks again where a price is another than was agreed to, and adds it up only then", async () => {
    const person = await signInSigned();
    const id = await addForNew(person);
    await app.sql(`update basket_lines set items = jsonb_set(items, '{0,unitCost}', '"0.99"') where id = $1`, [id]);
    const before = await read(person);
    expect(before).toMatchObject({ Lines: [{ Items: [{ UnitCostBefore: "0.99" }] }], Totals: [] });
    expect(await change(person, id, { Hash: "0".repeat(64) })).toMatchObject({ Error: "proposalChanged" });
    await change(person, id, { Hash: before.Lines[0]!.Proposal!.Hash });
    expect(await read(person)).toMatchObject({
      Lines: [{ Items: [{ UnitCostBefore: null }] }],
      Totals: [{ Orders: 1 }],
    });
  });

  test("says why something can no longer be ordered, and leaves it out of the sum", async () => {
    const person = await signInSigned();
    const customerId = await addCustomerOf(app, person);
    await add(person, customerId);
    await suspend(person, customerId);
    expect(await read(person)).toMatchObject({
      Lines: [{ Proposal: null, Trouble: { Code: "customerSuspended" }, Items: [{ Quantity: 2 }] }],
      Totals: [],
    });
    const unsigned = await app.signIn();
    await addForNew(unsigned);
    expect((await read(unsigned)).Lines).toMatchObject([
      { Proposal: null, Trouble: { Code: "agreementNotSigned", AgreementId: "microsoft-365" } },
    ]);
  });

  test("of a customer's admin holds their own company's orders, without a price", async () => {
    const person = await signInSigned();
    const customerId = await addCustomerOf(app, person);
    const admin = await app.signIn({ kind: "endUserAdmin", resellerId: person.resellerId, customerId });
    await add(admin, customerId);
    const { Lines, Totals } = await read(admin);
    expect(Totals).toEqual([]);
    expect(Lines).toMatchObject([{ Items: [{ UnitCost: null }], Proposal: { ChargeNow: null } }]);
    const other = await addCustomerOf(app, person);
    expect(await app.call(admin, basket.add, { body: wish(other) })).toMatchObject({ status: 404 });
    const without = await app.signIn({ resellerId: person.resellerId, rights: ["customers"] });
    expect(await app.call(without, basket.read)).toMatchObject({ status: 403 });
  });
});

describe("placing a basket", () => {
  test("orders each line once at what was shown, however often it is asked for and worked on", async () => {
    const person = await signInSigned();
    for (let at = 0; at < 3; at++) await addForNew(person);
    const { Lines } = await read(person);
    const body = { Lines: await shown(person) };
    const answers = await Promise.all([1, 2].map(() => app.call(person, basket.place, { body })));
    expect(answers.reduce((total, { Result }) => total + Result!.Placing, 0)).toBe(3);
    // None of them so much as tries what another has placed.
    expect(await Promise.all([work(person), work(person), work(person)])).toEqual([undefined, undefined, undefined]);
    expect(await work(person)).toBeUndefined();
    expect(await ordersOf(person)).toHaveLength(3);
    const placed = (await read(person)).Lines;
    expect(placed.map(({ State }) => State)).toEqual(["ordered", "ordered", "ordered"]);
    for (const { Id, OrderId } of placed) {
      const [order] = await app.sql<{ proposal_hash: string }>("select proposal_hash from orders where id = $1", [
        OrderId,
      ]);
      expect(order!.proposal_hash).toBe(Lines.find((line) => line.Id === Id)!.Proposal!.Hash);
    }
    const late = await app.call(person, basket.remove, { params: { basketLineId: Lines[0]!.Id } });
    expect(late).toMatchObject({ status: 409, Error: "basketLinePlaced" });
    expect((await app.call(person, basket.place, { body })).Result).toEqual({ Placing: 0 });
  });

  test("goes on after a run that was killed between two orders", async () => {
    const person = await signInSigned();
    for (let at = 0; at < 3; at++) await addForNew(person);
    await place(person);
    // The connection breaks as the second order is written.
    const { write } = app.platform.database;
    let writes = 0;
    const broken = {
      ...app.platform,
      database: {
        ...app.platform.database,
        write: ((bounds, act) => {
          if (writes++ === 1)
            return write(bounds, async (tx) => {
              await act(tx);
              throw new Error("killed");
            });
          return write(bounds, act);
        }) as typeof write,
      },
    };
    await expect(orderBasket(broken, person)).rejects.toThrow("killed");
    expect(await ordersOf(person)).toHaveLength(1);
    await work(person);
    expect(await ordersOf(person)).toHaveLength(3);
    expect(new Set((await ordersOf(person)).map(({ customer_id }) => customer_id)).size).toBe(3);
  });

  test("leaves in the basket what changed or was refused, with the reason, and orders the rest", async () => {
    const person = await signInSigned();
    const [moved, kept, gone] = [await addForNew(person), await addForNew(person), await addForNew(person)];
    const body = {
      Lines: (await shown(person)).map((line) => (line.Id === moved ? { ...line, Hash: "0".repeat(64) } : line)),
    };
    await app.call(person, basket.place, { body });
    await suspend(person, (await read(person)).Lines.find(({ Id }) => Id === gone)!.CustomerId);
    await work(person);
    const byId = new Map((await read(person)).Lines.map((line) => [line.Id, line]));
    expect(byId.get(moved)).toMatchObject({ State: "open", OrderId: null, Refused: expect.stringMatching(/changed/) });
    expect(byId.get(gone)).toMatchObject({ State: "open", Refused: expect.stringMatching(/suspended/i) });
    expect(byId.get(kept)).toMatchObject({ State: "ordered" });
    expect(await ordersOf(person)).toHaveLength(1);
  });

  test("orders nothing for who may not order any more", async () => {
    const person = await signInSigned();
    const id = await addForNew(person);
    await place(person);
    await app.sql("update memberships set permissions = '{}' where id = $1", [person.membershipId]);
    await work(person);
    expect(await ordersOf(person)).toEqual([]);
    expect(await app.sql("select state from basket_lines where id = $1", [id])).toEqual([{ state: "open" }]);
  });
});
