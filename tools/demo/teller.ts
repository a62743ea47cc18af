import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import { azureBudgets } from "@tradewind/contract/ordering/azure-budgets.ts";
import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import type { Caller } from "./portal.ts";
import { madeOf } from "./made.ts";
import { telephoneOf } from "./telephone-numbers.ts";
import { tickSteps } from "./tick-steps.ts";
import type { Tale } from "./story.ts";
import type { Deed, Line, Role } from "./story-steps.ts";

export type Cast = {
  resellers: Record<Tale["reseller"], { reseller: Caller; engineer: Caller }>;
  operator: Caller;
  /** Signs in the demo's end-user admin, whose account exists once her organisation is a customer. */
  customerAdmin: () => Promise<Caller>;
  /** Addresses of the vendors' control planes. */
  vendors: { microsoft: string; acronis: string };
  /** Business day, `yyyy-MM-dd`. */
  today(): string;
  /** Returns the membership number for this user name. */
  memberOf(userName: string): Promise<string>;
  /** Returns the number of a customer's tenant at Microsoft. */
  tenantOf(customerId: string): Promise<string>;
  joined(tale: Tale, customerId: string): Promise<void>;
};

/** A customer's progress: its number and those of its services, by the names used in the story. */
export type Life = { tale: Tale; customerId: string; services: Map<string, { id: string; product: string }> };

/** Performs one deed of the story through the portal. */
export async function act(cast: Cast, life: Life, as: Role, deed: Deed): Promise<void> {
  const caller = as === "customerAdmin" ? await cast.customerAdmin() : cast.resellers[life.tale.reseller][as];
  const { customerId } = life;
  switch (deed.kind) {
    case "join":
      life.customerId = await join(caller, life.tale);
      return cast.joined(life.tale, life.customerId);
    case "rename":
      await caller.call(customerForms.rename, { params: { customerId }, body: { NewName: deed.name } });
      return;
    case "suspend":
    case "reactivate":
      await caller.call(customers[deed.kind], { params: { customerId } });
      return;
    case "order":
      return order(cast, life, caller, deed);
    case "seats":
    case "schedule":
    case "cancel":
      return change(cast, life, caller, deed);
    case "work":
      return doWork(cast, life, deed);
    case "opensAzure":
      return openAzure(cast, life, deed);
    case "setsBudget":
      return setBudget(caller, life, deed.amount);
    case "goesWrong":
      await prepare(`${cast.vendors[deed.vendor]}/__sim/${deed.control}`, deed.with);
      return act(cast, life, as, deed.deed);
  }
}

/** Names that customers have before the story renames them. */
export const formerNames: Record<string, string> = { "Maple & Finch Interiors": "Finch Interiors" };

async function join(caller: Caller, { company, reseller }: Tale): Promise<string> {
  const irish = reseller === "liffey";
  const { customerId } = await caller.call(customerForms.add, {
    body: {
      name: formerNames[company.name] ?? company.name,
      organisationTypes: [company.organisationType],
      Address1: company.address1,
      TownCity: company.townCity,
      County: company.county,
      PostCode: company.postCode,
      Country: irish ? "IE" : "GB",
      Domain: company.domain,
      ContactName: company.contact,
      ContactEmail: `office@${company.domain}`,
      Telephone: telephoneOf(company.name, irish),
    },
  });
  return customerId;
}

/** Makes a telephone number from the ranges reserved for fiction. */
async function order(cast: Cast, life: Life, caller: Caller, deed: Deed & { kind: "order" }): Promise<void> {
  const lines = deed.lines.map((line, index) => ({
    Key: `l${index}`,
    OfferId: line.offer,
    Quantity: line.quantity,
    AddOnTo: line.addOnTo ? keyOf(deed.lines, line.addOnTo) : null,
    ...(line.attributes ? { Attributes: line.attributes } : {}),
  }));
  const wanted = {
    CustomerId: life.customerId,
    ProductId: deed.product,
    UserId: deed.forUser ? await cast.memberOf(deed.forUser) : null,
    Details: detailsOf(cast, life.tale, deed.product),
    Change: { Kind: "add" as const, Lines: lines, DeliveryOption: deed.delivery ?? null },
  };
  life.services.set(deed.service, { id: await commit(caller, wanted), product: deed.product });
}

const keyOf = (lines: readonly Line[], offer: string) => `l${lines.findIndex((line) => line.offer === offer)}`;

function detailsOf(cast: Cast, { company }: Tale, product: string): Record<string, string | boolean> {
  if (product === "hosted-voice-hardware")
    return {
      AddressType: "0",
      Address1: company.address1,
      TownCity: company.townCity,
      PostCode: company.postCode,
      Telephone: telephoneOf(company.name, false),
    };
  const office = `office@${company.domain}`;
  const answers: Record<string, Record<string, string | boolean>> = {
    titanhq: { MailDomain: company.domain, Outbound: "no", ReportsTo: office },
    "email-security": { MailDomain: company.domain, Outbound: "yes", ReportsTo: office },
    exclaimer: { MailDomain: company.domain, MailSystem: "microsoft", Region: "uk", DesignedBy: office },
    bitdefender: { ConsoleUser: office, Replaces: "windows" },
    webroot: { ConsoleUser: office, Replaces: "none" },
    "secure-message": { BrandName: company.name, LogoFrom: office },
    cloudtalk: { ConsoleUser: office, NumbersIn: "gb", CompanyNumber: "01234567" },
    "hosted-voice": { BandwidthConfirmed: true },
    azure: {
      TenantDomain: `${company.domain.split(".")[0]}.onmicrosoft.com`,
      Owner: office,
      Budget: "900",
      AlertsTo: office,
    },
  };
  if (answers[product]) return answers[product];
  if (!["microsoft-365", "power-bi"].includes(product)) return {};
  return {
    AgreementName: company.contact,
    AgreementEmail: `office@${company.domain}`,
    AgreementDate: cast.today(),
  };
}

type Wanted = {
  CustomerId: string;
  ProductId: string;
  InstanceId?: string;
  UserId?: string | null;
  Details?: Record<string, string | boolean>;
  Change: WireChange;
};

/** Requests a proposal and places it as an order. Returns the service's number. */
async function commit(caller: Caller, wanted: Wanted): Promise<string> {
  const { Hash } = await caller.call(orders.propose, { body: wanted });
  const { InstanceId } = await caller.call(orders.place, { body: { ...wanted, ProposalHash: Hash } });
  return InstanceId;
}

type Change = Deed & { kind: "seats" | "schedule" | "cancel" };

async function change(_cast: Cast, life: Life, caller: Caller, deed: Change): Promise<void> {
  const { id, product } = serviceOf(life, deed.service);
  const { Subscriptions } = await caller.call(services.byId, { params: { instanceId: id } });
  const live = Subscriptions.filter((each) => each.Status !== "cancelled");
  const keys = (offer: string) => live.filter((each) => each.OfferId === offer).map((each) => each.Id);
  const first = (offer: string) => keys(offer)[0] ?? missing(`${life.tale.company.name} has no ${offer}`);
  await commit(caller, {
    CustomerId: life.customerId,
    ProductId: product,
    InstanceId: id,
    Change: wireChange(),
  });

  function wireChange(): WireChange {
    switch (deed.kind) {
      case "seats":
        return { Kind: "setQuantity", Targets: [{ Key: first(deed.offer), Quantity: deed.quantity }] };
      case "schedule":
        return {
          Kind: "schedule",
          Targets: [
            {
              Key: first(deed.offer),
              Outcome: deed.outcome,
              OfferId: null,
              Quantity: deed.outcome === "renew" ? (deed.quantity ?? null) : null,
            },
          ],
        };
      case "cancel":
        return { Kind: "cancel", Keys: deed.offers ? deed.offers.flatMap(keys) : live.map((each) => each.Id) };
    }
  }
}

let codesGiven = 0;

async function doWork(cast: Cast, life: Life, deed: Deed & { kind: "work" }): Promise<void> {
  const { reseller } = cast.resellers[life.tale.reseller];
  const { id } = serviceOf(life, deed.service);
  const { Orders } = await reseller.call(services.byId, { params: { instanceId: id } });
  const newest = Orders.find((each) => each.Status === "Working") ?? missing(`${deed.service} has no order at work`);
  const { Items } = await cast.operator.call(work.list);
  const lines = newest.Lines.map((line) => line.Name).join();
  const item =
    Items.find(
      (each) =>
        each.CustomerName === (formerNames[life.tale.company.name] ?? life.tale.company.name) &&
        each.Lines.map((line) => line.Name).join() === lines,
    ) ?? missing(`the operator has no work for ${life.tale.company.name}`);
  const params = { workItemId: item.Id };
  if (deed.act === "start")
    await cast.operator.call(work.start, {
      params,
      body: { EstimatedCompletion: addDays(cast.today(), deed.inDays), Note: deed.note ?? null },
    });
  else if (deed.act === "complete") {
    await tickSteps(cast.operator, item.Id);
    await cast.operator.call(work.complete, {
      params,
      body: { Note: deed.note ?? null, Made: madeOf(item, () => codesGiven++) },
    });
  } else await cast.operator.call(work.reject, { params, body: { Note: deed.note } });
}

async function openAzure(cast: Cast, life: Life, deed: Deed & { kind: "opensAzure" }): Promise<void> {
  const control = `${cast.vendors.microsoft}/__sim/act`;
  const currency = life.tale.reseller === "liffey" ? "EUR" : "GBP";
  const customerId = await cast.tenantOf(life.customerId);
  const { name, size, dear } = deed;
  const { id } = await prepare<{ id: string }>(control, { action: "openAzure", customerId, name, size, currency });
  if (!dear) return;
  const day = addDays(cast.today(), dear.inDays);
  const { resource, factor } = dear;
  await prepare(control, { action: "azureDay", subscriptionId: id, day, resource, factor });
}

/** Sets what Azure is to cost, of which the reseller's own people are told. */
async function setBudget(caller: Caller, { customerId }: Life, Amount: number): Promise<void> {
  const params = { customerId };
  const { People } = await caller.call(azureBudgets.ofCustomer, { params });
  const Told = People.filter(({ OfCustomer }) => !OfCustomer).map(({ Id }) => Id);
  await caller.call(azureBudgets.save, {
    params,
    body: { AzureSubscriptionId: null, Amount, Steps: [80, 100], Told: Told.slice(0, 20), Version: 0 },
  });
}

const serviceOf = (life: Life, name: string) =>
  life.services.get(name) ?? missing(`${life.tale.company.name} has no ${name}`);

function missing(what: string): never {
  throw new Error(`The demo's story does not fit: ${what}`);
}

async function prepare<Answer>(url: string, body: object): Promise<Answer> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json() as Promise<Answer>;
}
