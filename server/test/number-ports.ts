import type { SentOf } from "@tradewind/contract/endpoint.ts";
import type { numberPorts } from "@tradewind/contract/ordering/number-ports.ts";
import type { PortState } from "@tradewind/domain/ordering/number-ports.ts";
import { addCustomerOf } from "./order-story.ts";
import type { World } from "./object-makers.ts";
import type { Person, TestApp } from "./test-app.ts";

const areas = ["0131 4960", "0161 4960", "020 79460", "028 96496", "029 20180"];
let last = 0;
/** A British number that no other test of this database has, of those that are kept for stories. */
export const freshNumber = () => {
  last += 1;
  return `${areas[Math.floor(last / 1000) % areas.length]}${String(last % 1000).padStart(3, "0")}`.replace(" ", "");
};

/** What is said of numbers that come, but for the site, the numbers and the days. */
export const saidOfPort = {
  Line: "single",
  IsPartOfRange: false,
  Provider: "Old Telecom",
  AccountNumber: "GB1234",
  MainNumber: "0117 496 0100",
  BillingPostcode: "LS1 1AA",
  SignedBy: "Ada Lovelace",
  WishedOn: "2099-01-05",
  Hash: "",
} satisfies Partial<SentOf<typeof numberPorts.ask>["body"]>;

/** A customer that has all that an order asks for; a customer's own people, who add none, get the least that is one. */
async function customerFor(app: TestApp, person: Person): Promise<string> {
  if (person.customerId === null) return addCustomerOf(app, person);
  const [made] = await app.sql<{ id: string }>(
    "insert into customers (reseller_id, name, created_at) values ($1, $2, '2026-01-02') returning id",
    [person.resellerId, `Acme ${crypto.randomUUID().slice(0, 6)}`],
  );
  return made!.id;
}

/** A service of hosted voice with one site. */
export async function siteOfVoice({ app }: Pick<World, "app">, person: Person) {
  const [made] = await app.sql<{ id: string; instance: string }>(
    `with i as (
       insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
       values ($1, $2, 'hosted-voice', 'Active', '2026-01-02', '2026-01-02') returning *)
     insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost,
       quantity, status, anchor_day, term_from, lots, term_end, policy_ids, vendor_ref, attributes)
     select $1, $2, i.id, o.product_id, o.id, o.sku, o.name, o.term, o.billing, 'GBP', 2.1, 1, 'active', 1, '2026-01-02', '[]',
       '{"outcome": "renew", "offerId": null, "quantity": null}',
       jsonb_build_object('window', o.window_policy_id, 'refund', o.refund_policy_id, 'termEnd', o.term_end_policy_id), 'at-people',
       '{"SiteName": "Head office", "Postcode": "LS1 1AA", "DDIAreaCode": "0113"}'
     from offers o, i where o.id = 'voice-site:none:monthly' returning id, instance_id as instance`,
    [person.resellerId, await customerFor(app, person)],
  );
  return made!;
}

/** What a call asks for that brings one number to a new site. */
export async function wishedPort(world: Pick<World, "app">, person: Person, said: object = {}) {
  const { id: SiteId, instance: instanceId } = await siteOfVoice(world, person);
  const { Line, IsPartOfRange } = saidOfPort;
  return { params: { instanceId }, body: { SiteId, Numbers: [freshNumber()], Line, IsPartOfRange, ...said } };
}

/** A port of one number, at a stage. */
export async function portOf(world: Pick<World, "app">, person: Person, state: PortState = "requested") {
  const { id: site, instance } = await siteOfVoice(world, person);
  const [port] = await world.app.sql<{ id: string }>(
    `with p as (
       insert into number_ports (reseller_id, customer_id, product_id, instance_id, subscription_id, state, line, is_part_of_range, provider,
         account_number, main_number, billing_postcode, signed_by, signed_on, wished_on, port_on, quantity, unit_cost, currency, policy_id,
         steps, asked_by, asked_at)
       select reseller_id, customer_id, product_id, instance_id, id, $3, 'single', false, 'Old Telecom', 'GB1234', '0117 496 0100', 'LS1 1AA',
         'Ada Lovelace', '2026-01-02', '2026-02-02', '2026-02-02', 1, 6, 'GBP', 'voice.port-4d-14d-7d-10d-17d-22d-7d-cancel-2d', '{}',
         'Robin Tester', '2026-01-02' from subscriptions where reseller_id = $1 and id = $2 returning *),
     e as (
       insert into number_port_events (reseller_id, port_id, customer_id, product_id, kind, who, at, port_on)
       select reseller_id, id, customer_id, product_id, 'requested', 'Robin Tester', asked_at, wished_on from p)
     insert into number_port_blocks (reseller_id, port_id, customer_id, product_id, numbers)
     select reseller_id, id, customer_id, product_id, int8range($4::int8, $4::int8 + 1) from p returning port_id as id`,
    [person.resellerId, site, state, `44${freshNumber().slice(1)}`],
  );
  return { id: port!.id, site, instance };
}

/** The smallest file that a letter of authority can be. */
export const aLetter = { Name: "letter.pdf", Content: Buffer.from("%PDF-1.7\n%%EOF").toString("base64") };

/** Gives a port a signed letter in which no virus was found. */
export async function addLetter({ app }: Pick<World, "app">, { personId }: Person, portId: string): Promise<string> {
  const [file] = await app.sql<{ id: string }>(
    `with p as (select * from number_ports where id = $1),
     f as (
       insert into ticket_files (reseller_id, sent_by, name, media_type, bytes)
       select reseller_id, $2, 'letter.pdf', 'application/pdf', '%PDF-1.7' from p returning id)
     insert into number_port_letters (reseller_id, port_id, customer_id, product_id, file_id, who, at)
     select p.reseller_id, p.id, p.customer_id, p.product_id, f.id, 'Robin Tester', p.asked_at from p, f returning file_id as id`,
    [portId, personId],
  );
  return file!.id;
}
