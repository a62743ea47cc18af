import { orders } from "@tradewind/contract/ordering/orders.ts";
import type { World } from "./object-makers.ts";
import { addCustomerOf } from "./order-story.ts";
import { signAgreements } from "./sign-agreements.ts";
import type { Person } from "./test-app.ts";

/** An order of two telephones that are still to be sent, with the work of sending them. */
export async function goodsToSend({ app }: World, person: Person) {
  await signAgreements(app, person);
  const wanted = {
    CustomerId: await addCustomerOf(app, person),
    ProductId: "hosted-voice-hardware",
    Details: {},
    Change: { Kind: "add" as const, Lines: [{ Key: "a", OfferId: "phone-t31p:none:once", Quantity: 2 }] },
  };
  const { Hash } = (await app.call(person, orders.propose, { body: wanted })).Result!;
  const { OrderId } = (await app.call(person, orders.place, { body: { ...wanted, ProposalHash: Hash } })).Result!;
  const [made] = await app.sql<{ work: string; line: string }>(
    `insert into work_items (reseller_id, customer_id, order_id, title, task, created_at)
     select reseller_id, customer_id, order_id, 'Provide 2 × phone', jsonb_build_object('kind', 'add', 'details', '{}'::jsonb,
       'lines', jsonb_build_array(jsonb_build_object('key', subscription_id, 'name', 'Phone', 'quantity', 2))), now()
     from goods_lines where reseller_id = $1 and order_id = $2
     returning id as work, task #>> '{lines,0,key}' as line`,
    [person.resellerId, OrderId],
  );
  return { OrderId, ...made! };
}

/** An order of two telephones of which one was sent. */
export async function goodsSent(world: World, person: Person) {
  const made = await goodsToSend(world, person);
  await world.app.sql("select send_goods($1, $2, 1, 'DPD', null, 'Robin Tester', now())", [
    person.resellerId,
    made.line,
  ]);
  return made;
}

/** The return of a telephone that was sent. */
export async function goodsReturned(world: World, person: Person): Promise<string> {
  const { line } = await goodsSent(world, person);
  const [made] = await world.app.sql<{ id: string }>(
    `insert into returns (reseller_id, customer_id, product_id, order_id, subscription_id, quantity, reason, wants, currency, asked_by, asked_at)
     select reseller_id, customer_id, product_id, order_id, subscription_id, 1, 'faulty', 'credit', 'GBP', 'Robin Tester', now()
     from goods_lines where reseller_id = $1 and subscription_id = $2 returning id`,
    [person.resellerId, line],
  );
  await world.app.sql(
    `insert into return_parts (reseller_id, return_id, dispatch_id, customer_id, product_id, quantity, amount_minor)
     select d.reseller_id, $2, d.id, d.customer_id, d.product_id, 1, c.amount_minor from dispatches d join charges c on c.reseller_id = d.reseller_id and c.id = d.charge_id
     where d.reseller_id = $1 and d.subscription_id = $3`,
    [person.resellerId, made!.id, line],
  );
  return made!.id;
}
