/**
 * Azure as its own management interface tells it: the subscriptions of a customer, and the query of Cost Management, by which
 * the same cells are added up whichever way they are grouped.
 */
import type { Route, SimReply, SimRequest } from "../kit/vendor.ts";
import { billMonthOf, isoDay } from "./billing.ts";
import { azureLayout } from "./spend-layout.data.ts";
import type { AzureSubscription } from "./azure-book.ts";
import { type MicrosoftState, takeBad } from "./state.ts";

const dayMs = 86_400_000;
const rowsAPage = 500;
const ofCustomer = "/providers/Microsoft.Billing/billingAccounts/:account/customers/:customer";

export const isAzure = ({ path }: SimRequest): boolean => path.startsWith("/providers/");

export function spendRoutes(state: MicrosoftState): Route[] {
  const known = (answer: (request: SimRequest) => SimReply) => (request: SimRequest) =>
    state.customers.get(request.params.customer!) ? answer(request) : failure(404, "NotFound", "No such customer.");
  return [
    { method: "GET", path: `${ofCustomer}/billingSubscriptions`, answer: known((request) => list(state, request)) },
    {
      method: "POST",
      path: `${ofCustomer}/providers/Microsoft.CostManagement/query`,
      answer: known((request) => query(state, request)),
    },
  ];
}

const failure = (status: number, code: string, message: string): SimReply => ({
  status,
  body: { error: { code, message } },
});

export const holderOn = ({ holders }: AzureSubscription, day: string) =>
  holders.findLast(({ from }) => from <= day)?.customerId;

function list(state: MicrosoftState, { params }: SimRequest): SimReply {
  const value = state.azure.subscriptions
    .values()
    .filter(({ holders }) => holders.at(-1)!.customerId === params.customer)
    .map(({ id, name, status }) => ({
      id: `/providers/Microsoft.Billing/billingAccounts/${params.account}/billingSubscriptions/${id}`,
      name: id,
      type: "Microsoft.Billing/billingAccounts/billingSubscriptions",
      properties: { subscriptionId: id, displayName: name, status, skuDescription: "Microsoft Azure Plan" },
    }));
  return { status: 200, body: { value } };
}

type Cell = { subscription: AzureSubscription; day: string; group: string; resource: string; meter: string };
/** Of a cell, in ten-thousandths. */
export type Costed = Cell & { cost: number };

/** A number from 0 to 1 that is always the same for the same words. */
export function chance(...words: string[]): number {
  let hash = 2_166_136_261;
  for (const sign of words.join(" ")) hash = Math.imul(hash ^ sign.codePointAt(0)!, 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_519);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

/**
 * What a subscription used on a day, as far as it has arrived: nothing for the first day after it, then most of it, and all
 * of it after two.
 */
export function cellsOf(state: MicrosoftState, subscription: AzureSubscription, day: string): Costed[] {
  const { id, size, opened, ended } = subscription;
  const age = state.clock.now() - (Date.parse(day) + dayMs);
  if (age < dayMs || day < opened || (ended !== undefined && day >= ended)) return [];
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
  return azureLayout.flatMap(({ group, resources }) =>
    resources.flatMap(({ name, kind, weekend, meters }) => {
      const resource = `/subscriptions/${id}/resourceGroups/${group}/providers/${kind}/${name}`;
      const changes = [state.azure.days.get(`${id} ${day}`), state.azure.days.get(`${id} ${day} ${name}`)];
      return meters.flatMap(([meter, base]) => {
        const luck = chance(id, name, meter, day);
        if (age < 2 * dayMs && luck < 0.25) return [];
        const factor = changes.reduce((all, each) => all * (each?.factor ?? 1), age < 2 * dayMs ? 0.9 : 1);
        const cost = Math.round(base * size * (isWeekend ? weekend : 1) * (0.85 + 0.3 * luck) * factor * 10_000);
        return [{ subscription, day, group, resource, meter, cost }];
      });
    }),
  );
}

const dimensions: Readonly<Record<string, (cell: Cell) => string>> = {
  SubscriptionId: ({ subscription }) => subscription.id,
  ResourceGroup: ({ group }) => group,
  ResourceId: ({ resource }) => resource,
  Meter: ({ meter }) => meter,
};

export function daysBetween({ from, to }: { from: string; to: string }): string[] {
  const days = [];
  for (let at = Date.parse(from.slice(0, 10)); at <= Date.parse(to.slice(0, 10)); at += dayMs) days.push(isoDay(at));
  return days;
}

/** The columns name the rows' parts: the cost first, the day as a number, and the currency last. */
function query(state: MicrosoftState, { params, body, query: search, path }: SimRequest): SimReply {
  const seconds = takeBad(state, "costManagement");
  if (seconds)
    return {
      status: 429,
      headers: { "x-ms-ratelimit-microsoft.costmanagement-qpu-retry-after": seconds },
      body: { error: { code: "429", message: "Too many requests. Please retry." } },
    };
  const { granularity, grouping = [], filter } = body.dataset ?? {};
  const by = grouping.map((each: { name: string }) => each.name);
  if (body.timeframe !== "Custom" || !body.timePeriod?.from || !body.timePeriod.to)
    return failure(400, "BadRequest", "A time period is needed.");
  if (by.length > 2) return failure(400, "BadRequest", "At most 2 groupings are allowed.");
  if (by.some((name: string) => !dimensions[name])) return failure(400, "BadRequest", "Invalid dimension.");
  const wanted = filter?.dimensions?.name === "SubscriptionId" ? (filter.dimensions.values as string[]) : undefined;
  const cells = state.azure.subscriptions
    .values()
    .filter(({ id }) => !wanted || wanted.includes(id))
    .flatMap((subscription) =>
      daysBetween(body.timePeriod)
        .filter((day) => holderOn(subscription, day) === params.customer)
        .flatMap((day) => cellsOf(state, subscription, day)),
    );
  const isDaily = granularity === "Daily";
  const sums = new Map<string, unknown[]>();
  for (const cell of cells) {
    const parts = [
      ...(isDaily ? [Number(cell.day.replaceAll("-", ""))] : []),
      ...by.map((name: string) => dimensions[name]!(cell)),
      cell.subscription.currency,
    ];
    const key = JSON.stringify(parts);
    const row = sums.get(key) ?? [0, ...parts];
    sums.set(key, [(row[0] as number) + cell.cost, ...parts]);
  }
  if (sums.size === 0) return { status: 204 };
  const skip = Number(search.get("$skiptoken") ?? 0);
  const rows = [...sums.values()]
    .slice(skip, skip + rowsAPage)
    .map(([cost, ...rest]) => [Number(cost) / 10_000, ...rest]);
  const more = skip + rowsAPage < sums.size;
  const column = (name: string, type = "String") => ({ name, type });
  return {
    status: 200,
    body: {
      id: state.newId(),
      name: state.newId(),
      type: "Microsoft.CostManagement/query",
      properties: {
        nextLink: more ? `${path}?api-version=2023-11-01&$skiptoken=${skip + rowsAPage}` : null,
        columns: [
          column("PreTaxCost", "Number"),
          ...(isDaily ? [column("UsageDate", "Number")] : []),
          ...by.map((name: string) => column(name)),
          column("Currency"),
        ],
        rows,
      },
    },
  };
}

/**
 * Acts in the Azure portal: `openAzure {customerId, name, size?, since?, currency?}`, `renameAzure {subscriptionId, name}`, `cancelAzure
 * {subscriptionId}`, `moveAzure {subscriptionId, customerId}` from today on; `azureDay {subscriptionId, day, resource?, factor}` makes a day
 * dearer or corrects it; `throttleAzure {times, seconds}` refuses the next queries.
 */
export function actInAzure(state: MicrosoftState, body: Record<string, any>): unknown {
  const today = isoDay(state.clock.now());
  if (body.action === "openAzure") {
    const id = state.newId();
    const opened = String(body.since ?? today);
    billMonthOf(state, state.clock.now());
    return state.azure.subscriptions.put(id, {
      id,
      name: String(body.name ?? "Azure subscription"),
      status: "Active",
      currency: body.currency === "EUR" ? "EUR" : "GBP",
      size: Number(body.size ?? 1),
      opened,
      holders: [{ customerId: String(body.customerId), from: opened }],
    });
  }
  if (body.action === "throttleAzure") {
    const times = Number(body.times ?? 1);
    return state.bad.put("costManagement", { id: "costManagement", times, reason: String(body.seconds ?? 60) });
  }
  const found = state.azure.subscriptions.get(String(body.subscriptionId));
  if (!found) return undefined;
  const change = (to: Partial<AzureSubscription>) => state.azure.subscriptions.put(found.id, { ...found, ...to });
  switch (body.action) {
    case "renameAzure":
      return change({ name: String(body.name) });
    case "cancelAzure":
      return change({ status: "Disabled", ended: today });
    case "moveAzure":
      return change({ holders: [...found.holders, { customerId: String(body.customerId), from: today }] });
    case "azureDay": {
      const id = [found.id, body.day, ...(body.resource ? [body.resource] : [])].join(" ");
      return state.azure.days.put(id, { id, factor: Number(body.factor) });
    }
    default:
      return undefined;
  }
}
