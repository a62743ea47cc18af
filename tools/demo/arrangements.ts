import { flags } from "@tradewind/contract/portal/flags.ts";
import { invitations } from "@tradewind/contract/access/invitations.ts";
import { myBusiness } from "@tradewind/contract/billing/my-business.ts";
import { numberStock } from "@tradewind/contract/ordering/number-stock.ts";
import { stock } from "@tradewind/contract/ordering/stock.ts";
import { partnerSystems } from "@tradewind/contract/portal/partner-systems.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import { restrictions } from "@tradewind/contract/access/restrictions.ts";
import { users } from "@tradewind/contract/access/users.ts";
import { linkedSystems } from "@tradewind/domain/portal/partner-systems.ts";
import { setTimeout as pause } from "node:timers/promises";
import { consultant, fieldEngineer, password } from "./founders.ts";
import { signIn } from "./portal.ts";
import { stockedNumbers } from "./telephone-numbers.ts";
import type { Cast } from "./teller.ts";

/** Gives Harbour IT an account in every portal of the marketplace; Liffey Cloud is invited to try them. */
export async function linkPortals({ operator }: Cast, harbour: string): Promise<void> {
  await operator.call(partnerSystems.link, { params: { resellerId: harbour }, body: { Linked: [...linkedSystems] } });
}

/** Gives Harbour IT the knowledge base beside its pages, and the chat; the others are sent to the help site. */
export async function openHelp({ operator }: Cast, harbour: string): Promise<void> {
  for (const featureName of ["Knowledgebase", "LiveChat"])
    await operator.call(flags.changeForReseller, {
      params: { featureName, resellerId: harbour },
      body: { Enabled: true },
    });
}

/** Invites Harbour IT's consultant to Liffey Cloud and follows the link in the mail. */
export async function bringConsultant({ resellers }: Cast, address: string, mails: string): Promise<void> {
  const { userName, first, last } = consultant;
  await resellers.liffey.reseller.call(invitations.send, {
    body: { Kind: "engineer", FirstName: first, LastName: last, Email: userName, Role: "technical" },
  });
  const caller = await signIn(address, userName, password);
  await caller.call(invitations.join, { body: { Key: await mailedKey(mails, userName) } });
}

async function mailedKey(mails: string, to: string): Promise<string> {
  for (let tries = 0; tries < 300; tries++) {
    const response = await fetch(`${mails}/__sim/mails?to=${encodeURIComponent(to)}`);
    const kept = (await response.json()) as { mails: { text: string }[] };
    const key = kept.mails.map(({ text }) => /\/invitation\/(\S+)/.exec(text)?.[1]).find(Boolean);
    if (key) return key;
    await pause(100);
  }
  throw new Error(`No invitation reached ${to}.`);
}

const lookedAfter = ["Acme Dental", "Avonside Physiotherapy", "Penhallow Gallery"];

/** Restricts one engineer of Harbour IT to three customers. */
export async function restrictEngineer({ resellers }: Cast): Promise<void> {
  const { reseller } = resellers.harbour;
  const { Items } = await reseller.call(users.list, { query: { Search: fieldEngineer.userName } });
  const params = { userId: Items[0]!.Id };
  const found = await reseller.call(restrictions.matchCustomers, { body: { Texts: lookedAfter } });
  if (found.Unknown.length > 0) throw new Error(`The demo has no ${found.Unknown.join(", ")}.`);
  const { Version } = await reseller.call(restrictions.of, { params });
  await reseller.call(restrictions.setCustomers, {
    params,
    body: { Version, Every: false, CustomerIds: found.Items.map(({ Id }) => Id) },
  });
}

/** Files the request that is waiting under Company changes. */
export async function askForNewName({ resellers }: Cast): Promise<void> {
  const { reseller } = resellers.liffey;
  const { VatNumber, CompanyNumber } = await reseller.call(myBusiness.current);
  await reseller.call(myBusiness.ask, { body: { Name: "Liffey Cloud Services", VatNumber, CompanyNumber } });
}

/** Takes telephone numbers of some areas into stock. */
export async function stockNumbers({ operator }: Cast): Promise<void> {
  for (const [AreaCode, first] of stockedNumbers)
    await operator.call(numberStock.add, { body: { AreaCode, First: `${AreaCode} ${first}`, Count: 1000 } });
}

const delivered = [
  { sku: "phone-t31p", quantity: 60, note: "Delivery note 20418" },
  { sku: "phone-t57w", quantity: 5, note: "Delivery note 20418" },
  { sku: "phone-t54w", quantity: 24, note: "Delivery note 20418" },
  { sku: "headset-evolve2-40", quantity: 15, note: "Delivery note 20433" },
  { sku: "switch-poe8", quantity: 4, note: "Delivery note 20433" },
];

/** Fills the operator's warehouse, of which some is lost. */
export async function fillWarehouse({ operator }: Cast): Promise<void> {
  for (const { sku, quantity, note } of delivered)
    await operator.call(stock.receive, { params: { sku }, body: { Quantity: quantity, Reason: note } });
  await operator.call(stock.adjust, {
    params: { sku: "phone-t31p" },
    body: { Kind: "writtenOff", Quantity: 2, Reason: "Crushed in transit" },
  });
}

const waitsForPhones = "Penhallow Gallery";

/** Orders more telephones for a customer of Harbour IT than the warehouse has. */
export async function orderPhones({ resellers }: Cast): Promise<void> {
  const { reseller } = resellers.harbour;
  const found = await reseller.call(restrictions.matchCustomers, { body: { Texts: [waitsForPhones] } });
  const wanted = {
    CustomerId: found.Items[0]!.Id,
    ProductId: "hosted-voice-hardware",
    Details: {},
    Change: {
      Kind: "add" as const,
      Lines: [
        { Key: "reception", OfferId: "phone-t57w:none:once", Quantity: 8 },
        { Key: "desks", OfferId: "phone-t31p:none:once", Quantity: 12 },
      ],
    },
  };
  const { Hash } = await reseller.call(orders.propose, { body: wanted });
  await reseller.call(orders.place, { body: { ...wanted, ProposalHash: Hash } });
}

/** Sends some of them. */
export async function sendSomePhones({ operator }: Cast): Promise<void> {
  const { Items } = await operator.call(work.list);
  const item = Items.find(({ CustomerName }) => CustomerName === waitsForPhones);
  if (!item) throw new Error(`The demo has no work for ${waitsForPhones}.`);
  const [touch, desk] = item.Lines;
  await operator.call(work.dispatch, {
    params: { workItemId: item.Id },
    body: {
      Carrier: "DPD",
      Tracking: "1550 2087 4413",
      Lines: [
        { Key: touch!.Key, Quantity: 3 },
        { Key: desk!.Key, Quantity: 12 },
      ],
      Lists: [{ Key: touch!.Key, Kind: "device", Codes: ["T57W-80A2-0117", "T57W-80A2-0118", "T57W-80A2-0122"] }],
      Made: [],
    },
  });
}
