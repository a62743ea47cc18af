/** What meters counted, as Microsoft rates it day by day: billed with the invoice of a month, until then unbilled. */
import type { SimRequest } from "../kit/vendor.ts";
import { billMonthOf, isoDay } from "./billing.ts";
import type { Invoice, MicrosoftState, Unbilled, Used } from "./state.ts";
import { addMonths } from "./terms.ts";

const partner = "b4f0a1d2-6c1e-4d53-9d6b-2f7c8a90e311";
/** Azure's pay-as-you-go product. */
const plan = { ProductId: "DZH318Z0BPS6", SkuId: "0001", AvailabilityId: "DZH318Z0BP04", SkuName: "Azure plan" };

/**
 * Has a meter of a subscription count something on a day, by default today: `use {subscriptionId, customerId, quantity, unitPrice,
 * meterId, meterName, unit, day, currency, times}`. What is told late is billed with the next invoice, and less than nothing corrects.
 */
export function useMeter(state: MicrosoftState, body: Record<string, any>): Used {
  const used = {
    id: state.newId(),
    subscriptionId: String(body.subscriptionId),
    customerId: String(body.customerId ?? state.subscriptions.get(body.subscriptionId)?.customerId ?? ""),
    at: body.day ? Date.parse(`${body.day}T00:00:00Z`) : state.clock.now(),
    meterId: String(body.meterId ?? "8c1d9b1a-6c39-4b0f-9a51-8f3c4d6f2a70"),
    meterName: String(body.meterName ?? "D2s v5"),
    unit: String(body.unit ?? "1 Hour"),
    quantity: Number(body.quantity),
    unitPrice: Number(body.unitPrice ?? 0.0912),
    currency: body.currency === "EUR" ? ("EUR" as const) : ("GBP" as const),
  };
  for (let times = 1; times < Number(body.times ?? 1); times++) {
    const id = state.newId();
    state.used.put(id, { ...used, id });
  }
  state.used.put(used.id, used);
  billMonthOf(state, state.clock.now());
  return used;
}

export const usedOn = (state: MicrosoftState, invoiceId: string) =>
  state.used.values().filter((each) => each.invoiceId === invoiceId);

export const usedUnbilled = (state: MicrosoftState, { currency, from, until }: Unbilled) =>
  state.used
    .values()
    .filter((each) => !each.invoiceId && each.currency === currency && each.at >= from && each.at < until);

/** The running billing period, or the last one, of which nothing is billed yet. */
export function unbilledOf(state: MicrosoftState, { body }: SimRequest): Unbilled | undefined {
  const { currencyCode: currency, billingPeriod } = body;
  if (currency !== "GBP" && currency !== "EUR") return undefined;
  if (billingPeriod !== "current" && billingPeriod !== "last") return undefined;
  const month = addMonths(state.clock.now(), 0, 1);
  const from = addMonths(month - (month % 86_400_000), billingPeriod === "last" ? -1 : 0, 1);
  return { currency, from, until: addMonths(from, 1, 1) };
}

const exact = (amount: number) => Number(amount.toFixed(10));
const amountOf = ({ azure, quantity, unitPrice }: Used) => (azure ? azure.cost / 10_000 : exact(quantity * unitPrice));

/** Microsoft rounds the price of a month's use of a meter down. */
export const sumsOf = (lines: readonly Used[]) =>
  [
    ...Map.groupBy(
      lines,
      (each) =>
        `${each.subscriptionId}:${each.customerId}:${each.meterId}:${isoDay(each.at).slice(0, 7)}:${each.unitPrice}`,
    ).values(),
  ].map((of) => {
    const quantity = of.reduce((sum, each) => sum + each.quantity, 0);
    const cost = of.reduce((sum, each) => sum + (each.azure?.cost ?? 0), 0);
    const amount = of[0]!.azure ? cost / 10_000 : quantity * of[0]!.unitPrice;
    return { first: of[0]!, quantity, minor: Math.trunc(exact(exact(amount) * 100)) };
  });

const partsOf = (state: MicrosoftState, line: Used) => {
  const customer = state.customers.get(line.customerId);
  return {
    PartnerId: partner,
    CustomerId: line.customerId,
    CustomerName: customer?.companyName ?? "",
    CustomerDomainName: customer?.domain ?? "",
    CustomerCountry: line.currency === "GBP" ? "GB" : "IE",
    InvoiceNumber: line.invoiceId ?? "",
    MpnId: "0",
    ...plan,
    ProductName: "Azure plan",
    PublisherName: "Microsoft",
    PublisherId: "",
    SubscriptionDescription: "Azure plan",
    SubscriptionId: line.azure?.plan ?? line.subscriptionId,
    ChargeType: "new",
    UnitPrice: line.unitPrice,
    UnitType: line.unit,
    EffectiveUnitPrice: line.unitPrice,
    PricingCurrency: line.currency,
    PCToBCExchangeRate: 1,
    PCToBCExchangeRateDate: isoDay(line.at),
  };
};

/** A line of the file of use; the columns are Microsoft's. */
export const showUsed = (state: MicrosoftState, line: Used) => ({
  ...partsOf(state, line),
  PartnerName: "Tradewind",
  ResellerMPNID: "0",
  UsageDate: `${isoDay(line.at)}T00:00:00Z`,
  ChargeStartDate: `${isoDay(line.at).slice(0, 7)}-01T00:00:00Z`,
  ChargeEndDate: new Date(addMonths(line.at, 1, 1) - 86_400_000).toISOString(),
  MeterType: line.unit,
  MeterCategory: "Virtual Machines",
  MeterId: line.meterId,
  MeterSubCategory: "Dsv5 Series",
  MeterName: line.meterName,
  MeterRegion: "UK South",
  Unit: line.unit,
  ResourceLocation: "UKSOUTH",
  ConsumedService: "Microsoft.Compute",
  ResourceGroup: line.azure?.group ?? "production",
  ResourceURI:
    line.azure?.resource ??
    `/subscriptions/${line.subscriptionId}/resourceGroups/production/providers/Microsoft.Compute/virtualMachines/one`,
  Quantity: line.quantity,
  BillingPreTaxTotal: amountOf(line),
  BillingCurrency: line.currency,
  PricingPreTaxTotal: amountOf(line),
  ServiceInfo1: "",
  ServiceInfo2: "",
  Tags: "",
  AdditionalInfo: "",
  EntitlementId: line.subscriptionId,
  EntitlementDescription: line.azure?.name ?? "Azure subscription",
  PartnerEarnedCreditPercentage: 0,
  CreditPercentage: 100,
  CreditType: "",
  BenefitOrderId: "",
  BenefitId: "",
  BenefitType: "Charge",
});

/** A line of the file of licences, which has the sums of a month's use as well. */
export const showSum = (state: MicrosoftState, { first, quantity, minor }: ReturnType<typeof sumsOf>[number]) => ({
  ...partsOf(state, first),
  ChargeStartDate: `${isoDay(first.at).slice(0, 7)}-01T00:00:00Z`,
  ChargeEndDate: new Date(addMonths(first.at, 1, 1) - 86_400_000).toISOString(),
  Quantity: quantity,
  BillableQuantity: quantity,
  BillingFrequency: "monthly",
  MeterDescription: `${first.meterName} - UK South`,
  Subtotal: minor / 100,
  TaxTotal: 0,
  Total: minor / 100,
  Currency: first.currency,
});

/** The invoice that bills an amount of use. */
export const usedMinor = (state: MicrosoftState, { id }: Invoice) =>
  sumsOf(usedOn(state, id)).reduce((sum, { minor }) => sum + minor, 0);
