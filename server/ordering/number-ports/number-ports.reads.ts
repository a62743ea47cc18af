import type { NumberPort, PortWork } from "@tradewind/contract/ordering/number-ports.ts";
import {
  cancelUntil,
  countOf,
  earliestPort,
  mayCancelPort,
  portNumber,
  portOffer,
  readPortNumbers,
  type PortBlock,
  type PortLine,
} from "@tradewind/domain/ordering/number-ports.ts";
import { portPolicy, type PortPolicy } from "@tradewind/domain/pricing/policies.ts";
import { findPrice } from "@tradewind/domain/pricing/terms.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { DecimalString } from "@tradewind/domain/values/decimal.ts";
import { times, type Currency } from "@tradewind/domain/values/money.ts";
import { seesOwnPrices, seesPrices, type TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { hashOfPromise } from "../../platform/promise-hash.ts";
import { findPricingBasis } from "../../billing/charges/vat.store.ts";
import { loadPolicies } from "../../catalogue/offers/offers.store.ts";
import { rulesOfCustomer } from "../../catalogue/offers/price-rules.store.ts";
import { catalogueOf, loadShelf } from "../../catalogue/products/shelf.reads.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { findInstance, type Instance } from "../instances/instances.store.ts";
import { codeWords } from "../resources/resources.store.ts";
import { areHeld, listSites, type PortRow, type SiteRow } from "./number-ports.store.ts";

export type PortWish = { SiteId: string; Numbers: string[]; Line: PortLine; IsPartOfRange: boolean };
export type PortTerms = {
  instance: Instance;
  blocks: PortBlock[];
  earliest: CalendarDate;
  policy: PortPolicy;
  /** What each number is charged, if anything. */
  unitCost: DecimalString | null;
  /** What the customer pays for each by its price rules; null where nothing is charged or no price is set. */
  customerPrice: DecimalString | null;
  hash: string;
};

export const siteText = ({ attributes }: Pick<SiteRow, "attributes">, name: string): string =>
  String(attributes[name] ?? "");

/** Works out what comes, from when on it can, and what it costs. */
export async function proposePort(
  { db, actor, now, platform }: { db: Db; actor: TenantActor; now: Date; platform: Pick<Platform, "config"> },
  instanceId: string,
  wish: PortWish,
): Promise<PortTerms> {
  const instance = orNotFound(await findInstance(db, actor, instanceId));
  const whose = { resellerId: actor.resellerId, customerId: instance.customer_id };
  const [customer, sites, { version }, rules] = await Promise.all([
    findCustomer(db, actor, instance.customer_id),
    listSites(db, actor.resellerId, instanceId),
    findPricingBasis(db, actor.resellerId),
    rulesOfCustomer(db, whose, { offerIds: [portOffer] }),
  ]);
  if (orNotFound(customer).status === "Suspended") throw new AppError("customerSuspended");
  const site = sites.find(({ id }) => id === wish.SiteId);
  if (!site) throw new AppError("invalidRequest", { fields: { SiteId: "Choose a site of this service" } });
  const lines = wish.Numbers.filter((line) => line !== "");
  const read = readPortNumbers(lines, siteText(site, "DDIAreaCode"));
  if (read.fault !== null) throw new AppError("invalidRequest", { fields: { Numbers: read.fault } });
  const { blocks } = read;
  if (await areHeld(db, blocks))
    throw new AppError("invalidRequest", { fields: { Numbers: "Some of these numbers are here already" } });
  const shelf = await loadShelf(db, version);
  const policy = portPolicy(shelf.policies);
  const today = now.toISOString().slice(0, 10);
  const { currency } = actor;
  const catalogue = catalogueOf(shelf, rules, { currency, productIds: [instance.product_id], offerIds: [portOffer] });
  const price = findPrice(catalogue, portOffer, currency, today);
  const unitCost = price?.cost ?? null;
  const isCharged = unitCost !== null && times(unitCost, 1n, currency).minor > 0n;
  const priced = {
    unitCost: isCharged ? unitCost : null,
    customerPrice: (isCharged && price?.customer) || null,
  };
  const { Line: line, IsPartOfRange: isPartOfRange } = wish;
  const text = JSON.stringify([
    "port",
    wish.SiteId,
    blocks.map(({ from, until }) => [String(from), String(until)]),
    line,
    isPartOfRange,
    unitCost,
    currency,
    priced.customerPrice,
    needsApproval(actor, priced),
  ]);
  return {
    instance,
    blocks,
    earliest: earliestPort(policy, { line, isPartOfRange, blocks }, today),
    policy,
    ...priced,
    hash: hashOfPromise(platform, text),
  };
}

/** Refuses a port that could not be asked for any more; returns the first day on which it can come now. */
export async function recheckPort(db: Db, actor: TenantActor, row: PortRow, now: Date): Promise<CalendarDate> {
  const [customer, sites, policies] = await Promise.all([
    findCustomer(db, actor, row.customer_id),
    listSites(db, actor.resellerId, row.instance_id),
    loadPolicies(db),
  ]);
  if (orNotFound(customer).status === "Suspended") throw new AppError("customerSuspended");
  if (!sites.some(({ id }) => id === row.subscription_id)) throw new AppError("portSiteMissing");
  const read = readPortNumbers(numbersOf(row), siteText({ attributes: row.site }, "DDIAreaCode"));
  const blocks = read.fault === null ? read.blocks : [];
  if (await areHeld(db, blocks)) throw new AppError("numbersHeld");
  const wish = { line: row.line, isPartOfRange: row.is_part_of_range, blocks };
  return earliestPort(portPolicy(policies), wish, now.toISOString().slice(0, 10));
}

const numbersOf = (row: PortRow) => row.numbers.map((numbers) => codeWords({ code: "", numbers }));

const toMoney = (cost: DecimalString, count: number, currency: Currency) => ({
  Minor: String(times(cost, count, currency).minor),
  Currency: currency,
});

type Priced = Pick<PortTerms, "unitCost" | "customerPrice">;

/** What somebody is shown of what each number costs: the reseller's people the cost, the customer's their price. */
const shownPrice = (actor: TenantActor, { unitCost, customerPrice }: Priced): DecimalString | null =>
  seesPrices(actor) ? unitCost : seesOwnPrices(actor) ? customerPrice : null;

/** Nobody commits their own company to a price that they are not shown. */
export const needsApproval = (actor: TenantActor, priced: Priced): boolean =>
  actor.customerId !== null && priced.unitCost !== null && shownPrice(actor, priced) === null;

export const toTerms = (actor: TenantActor, { blocks, earliest, hash, ...priced }: PortTerms) => {
  const each = shownPrice(actor, priced);
  return {
    Count: countOf(blocks),
    EarliestOn: earliest,
    Price:
      each === null
        ? null
        : { Each: toMoney(each, 1, actor.currency), Total: toMoney(each, countOf(blocks), actor.currency) },
    NeedsApproval: needsApproval(actor, priced),
    Hash: hash,
  };
};

/** Says what happened to a port. */
function eventWords({ kind, port_on, why }: PortRow["events"][number], provider: string): string {
  const because = why ? `: ${why}` : "";
  const on = port_on && formatDate(port_on);
  switch (kind) {
    case "requested":
      return `Asked for ${on}`;
    case "approved":
      return on ? `Approved, and asked for ${on}, the first day that is left` : "Approved, and asked for";
    case "letter":
      return "The signed letter of authority was uploaded";
    case "submitted":
      return `Sent to ${provider}`;
    case "accepted":
      return `${provider} accepted: they move on ${on}${why ? `. ${why}` : ""}`;
    case "rescheduled":
      return `They move on ${on} instead${because}`;
    case "ported":
      return "The numbers are here";
    case "rejected":
      return `Rejected${because}`;
    case "cancelled":
      return "Cancelled";
    case "step":
      return "";
  }
}

const isWaiting = ({ waits, state }: Pick<PortRow, "waits" | "state">) => waits && state === "requested";

const toPort = (row: PortRow) => ({
  Id: row.id,
  Number: portNumber(row.id),
  State: row.state,
  SiteId: row.subscription_id,
  SiteName: siteText({ attributes: row.site }, "SiteName"),
  SitePostcode: siteText({ attributes: row.site }, "Postcode"),
  Numbers: numbersOf(row),
  Count: row.quantity,
  Line: row.line,
  IsPartOfRange: row.is_part_of_range,
  Provider: row.provider,
  AccountNumber: row.account_number,
  MainNumber: row.main_number,
  BillingPostcode: row.billing_postcode,
  SignedBy: row.signed_by,
  SignedOn: row.signed_on,
  Letter: row.letter && {
    Name: row.letter.name,
    Size: row.letter.size,
    Scan: row.letter.scan,
    Virus: row.letter.virus,
    SentBy: row.letter.who,
    SentAt: new Date(row.letter.at).toISOString(),
  },
  Waits: isWaiting(row),
  WishedOn: row.wished_on,
  PortOn: row.port_on,
  Note: row.note,
  Answer: row.answer,
  AskedBy: row.asked_by,
  AskedAt: row.asked_at.toISOString(),
  SettledAt: row.settled_at?.toISOString() ?? null,
  History: row.events
    .filter(({ kind }) => kind !== "step")
    .map((event) => ({
      At: new Date(event.at).toISOString(),
      Kind: event.kind,
      Text: eventWords(event, row.provider),
    })),
});

/** Converts a port for those who asked for it. */
export function toOwnPort(row: PortRow, actor: TenantActor, policy: PortPolicy, now: Date): NumberPort {
  const standing = { state: row.state, portOn: row.port_on };
  return {
    ...toPort(row),
    MayCancel: mayCancelPort(policy, standing, now.toISOString().slice(0, 10)),
    CancelUntil: cancelUntil(policy, standing),
    Total: row.unit_cost !== null && seesPrices(actor) ? toMoney(row.unit_cost, row.quantity, row.currency) : null,
  };
}

/** Converts a port for whoever works on it. */
export function toPortWork(row: PortRow): PortWork {
  return {
    ...toPort(row),
    ResellerName: row.reseller_name,
    CustomerName: row.customer_name,
    Steps: row.steps.map((text, index) => {
      const last = row.events.findLast(({ step }) => step === index + 1);
      const tick = last?.is_ticked ? last : null;
      return {
        Position: index + 1,
        Text: text,
        TickedBy: tick?.who ?? null,
        TickedAt: tick && new Date(tick.at).toISOString(),
      };
    }),
  };
}
