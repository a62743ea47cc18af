/** What customers spend in Azure, by the query of Cost Management for each of their subscriptions. */
import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import { currencies, type Currency } from "@tradewind/domain/values/money.ts";
import { z } from "zod";
import { VendorUnavailable } from "../vendor.ts";
import type { SpendLine, SpendSource } from "../spend.ts";
import { caller, type MicrosoftSettings, numbered, read } from "./microsoft-transport.ts";

const audience = "https://management.azure.com";
const versions = { subscriptions: "2024-04-01", query: "2023-11-01" };

const subscriptionsShape = z.looseObject({
  value: z.array(
    z.looseObject({
      properties: z.looseObject({ subscriptionId: z.string(), displayName: z.string(), status: z.string() }),
    }),
  ),
  nextLink: z.string().nullish(),
});

const queryShape = z.looseObject({
  properties: z.looseObject({
    nextLink: z.string().nullish(),
    columns: z.array(z.looseObject({ name: z.string() })),
    rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
  }),
});
type Answer = z.infer<typeof queryShape>["properties"];

export function microsoftSpend(settings: MicrosoftSettings & { azureUrl: string; account: string }): SpendSource {
  const call = numbered(caller(settings, settings.azureUrl, audience), settings.newId);
  const scopeOf = (tenantRef: string) =>
    `/providers/Microsoft.Billing/billingAccounts/${encodeURIComponent(settings.account)}/customers/${tenantRef}`;

  /** Where the next page is, which must be at Azure itself. */
  function pathOf(url: string): string {
    const { origin, pathname, search } = new URL(url, settings.azureUrl);
    if (origin !== new URL(settings.azureUrl).origin)
      throw new VendorUnavailable(`Azure's next page is at another place: ${origin}`);
    return pathname + search;
  }

  return {
    wholeAfterDays: 2,

    async subscriptions(tenantRef) {
      const found = [];
      let path: string | undefined = `${scopeOf(tenantRef)}/billingSubscriptions?api-version=${versions.subscriptions}`;
      while (path) {
        const page: z.infer<typeof subscriptionsShape> = read(await call("GET", path), subscriptionsShape);
        found.push(...page.value.map(({ properties }) => properties));
        path = page.nextLink ? pathOf(page.nextLink) : undefined;
      }
      return found.map(({ subscriptionId, displayName, status }) => ({
        ref: subscriptionId.toLowerCase(),
        name: displayName,
        isActive: status === "Active",
      }));
    },

    async read({ tenantRef, ref, from, to }) {
      const json = {
        type: "ActualCost",
        timeframe: "Custom",
        timePeriod: { from: `${from}T00:00:00Z`, to: `${to}T23:59:59Z` },
        dataset: {
          granularity: "Daily",
          aggregation: { totalCost: { name: "PreTaxCost", function: "Sum" } },
          // A resource's id names its group as well: no query has more than two groupings.
          grouping: ["ResourceId", "Meter"].map((name) => ({ type: "Dimension", name })),
          filter: { dimensions: { name: "SubscriptionId", operator: "In", values: [ref] } },
        },
      };
      const lines: SpendLine[] = [];
      let path: string | undefined =
        `${scopeOf(tenantRef)}/providers/Microsoft.CostManagement/query?api-version=${versions.query}`;
      while (path) {
        const answer = await call("POST", path, { json });
        // Nothing was used.
        if (answer.status === 204) break;
        const { properties }: z.infer<typeof queryShape> = read(answer, queryShape);
        lines.push(...linesOf(properties));
        path = properties.nextLink ? pathOf(properties.nextLink) : undefined;
      }
      return lines;
    },
  };
}

/** Reads the rows by the names of their columns, whose order may be any. */
function linesOf({ columns, rows }: Answer): SpendLine[] {
  const placeOf = (name: string) => {
    const at = columns.findIndex((column) => column.name.toLowerCase() === name.toLowerCase());
    if (at < 0) throw new VendorUnavailable(`Azure's answer has no column ${name}`);
    return at;
  };
  const [cost, day, resource, meter, currency] = ["PreTaxCost", "UsageDate", "ResourceId", "Meter", "Currency"].map(
    placeOf,
  ) as [number, number, number, number, number];
  return rows.map((row) => ({
    day: toDay(row[day]),
    ...partsOf(String(row[resource] ?? "")),
    meter: String(row[meter] ?? ""),
    cost: Number(row[cost] ?? 0).toFixed(8),
    currency: toCurrency(row[currency]),
  }));
}

function toCurrency(value: unknown): Currency {
  const found = currencies.find((each) => each === value);
  if (!found) throw new VendorUnavailable(`Azure's answer is in ${String(value)}, in which nothing is sold`);
  return found;
}

/** 20270301 is the first of March. */
function toDay(value: unknown): CalendarDate {
  const found = /^(\d{4})(\d{2})(\d{2})$/.exec(String(value));
  if (!found) throw new VendorUnavailable("Azure's answer has a day that is none");
  return found.slice(1).join("-");
}

/** What has no resource, such as support, belongs to no group. */
function partsOf(id: string): { group: string; resource: string } {
  const group = /\/resourceGroups\/([^/]+)/i.exec(id)?.[1] ?? "";
  const resource = /\/providers\/(.+)$/i.exec(id)?.[1] ?? id;
  return { group: group.toLowerCase(), resource };
}
