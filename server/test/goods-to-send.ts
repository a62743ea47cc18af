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
