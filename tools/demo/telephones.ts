/** Who at Acme Dental has a telephone, and what changes about them. */
import { assignments } from "@tradewind/contract/ordering/assignments.ts";
import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import { restrictions } from "@tradewind/contract/access/restrictions.ts";
import type { Cast } from "./teller.ts";
import { tickSteps } from "./tick-steps.ts";

const customerName = "Acme Dental";
const staff = ["Amelia Hart", "Bilal Khan", "Chloe Osei", "Dafydd Rees", "Eilidh Boyd", "Femi Adeyemi", "Grace Lim"];
const joiner = "Hugo Marchetti";

/** Gives telephones to most of the staff. */
export async function giveTelephones(cast: Cast): Promise<void> {
  const { reseller } = cast.resellers.harbour;
  const { CustomerId, key } = await voiceOf(cast);
  const people: string[] = [];
  for (const Name of [...staff, joiner])
    people.push(
      (
        await reseller.call(assignments.addPerson, {
          params: { customerId: CustomerId },
          body: { Name, Email: `${Name.toLowerCase().replace(" ", ".")}@acme.example` },
        })
      ).Id!,
    );
  await hand(cast, { Kind: "assign", Targets: [{ Key: key, People: people.slice(0, -1) }] });
}

/** The operator's people set them up. */
export async function setUpTelephones({ operator }: Cast): Promise<void> {
  const { Items } = await operator.call(work.list);
  const item = Items.find(({ CustomerName, Lines }) => CustomerName === customerName && Lines[0]!.People.length > 0);
  if (!item) throw new Error(`The demo has no work for the people of ${customerName}.`);
  await tickSteps(operator, item.Id);
  await operator.call(work.complete, { params: { workItemId: item.Id }, body: {} });
}

/** One of them leaves, and somebody who has just joined gets theirs. */
export async function moveTelephone(cast: Cast): Promise<void> {
  const { reseller } = cast.resellers.harbour;
  const { CustomerId, key } = await voiceOf(cast);
  const { Items } = await reseller.call(assignments.people, { params: { customerId: CustomerId } });
  const [From, To] = [staff.at(-1), joiner].map((name) => Items.find(({ Name }) => Name === name)!.Id!);
  await hand(cast, { Kind: "move", Targets: [{ Key: key, From: From!, To: To! }] });
}

/** More licences are wanted and the SIP licences are not any more, which the operator's people have still to do. */
export async function changeTelephones(cast: Cast): Promise<void> {
  const { Subscriptions } = await voiceOf(cast);
  const idOf = (sku: string) => Subscriptions.find(({ Sku }) => Sku === sku)!.Id;
  await hand(cast, { Kind: "setQuantity", Targets: [{ Key: idOf("voice-professional"), Quantity: 4 }] });
  await hand(cast, { Kind: "cancel", Keys: [idOf("voice-sip")] });
}

async function voiceOf({ resellers: { harbour } }: Cast) {
  const { reseller } = harbour;
  const found = await reseller.call(restrictions.matchCustomers, { body: { Texts: [customerName] } });
  const CustomerId = found.Items[0]!.Id;
  const { Items } = await reseller.call(services.ofCustomer, { params: { customerId: CustomerId } });
  const InstanceId = Items.find(({ ProductId }) => ProductId === "hosted-voice")!.Id;
  const { Subscriptions } = await reseller.call(services.byId, { params: { instanceId: InstanceId } });
  return { CustomerId, InstanceId, Subscriptions, key: Subscriptions.find(({ Sku }) => Sku === "voice-standard")!.Id };
}

async function hand(cast: Cast, Change: WireChange): Promise<void> {
  const { reseller } = cast.resellers.harbour;
  const { CustomerId, InstanceId } = await voiceOf(cast);
  const wanted = { CustomerId, ProductId: "hosted-voice", InstanceId, Details: {}, Change };
  const { Hash } = await reseller.call(orders.propose, { body: wanted });
  await reseller.call(orders.place, { body: { ...wanted, ProposalHash: Hash } });
}
