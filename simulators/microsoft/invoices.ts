/** Invoices of Partner Center, and Graph's export of an invoice's lines as files of gzip'd JSON lines. */
import { gzipSync } from "node:zlib";
import type { Route, SimReply, SimRequest } from "../kit/vendor.ts";
import { isoDay, subtotalOf } from "./billing.ts";
import { findOffer } from "./catalogue.ts";
import { type BilledLine, collectionOf, type Invoice, type MicrosoftState, refuse } from "./state.ts";

const graph = "/v1.0/reports/partners/billing";
const blobs = "/billing-exports";
const partner = "b4f0a1d2-6c1e-4d53-9d6b-2f7c8a90e311";
const sasToken = "sv=2025-01-05&sr=d&sig=stand-in";
const linesPerBlob = 10_000;
const vatPercent = 20;

/** Files are fetched with the manifest's own signature, not with a token. */
export const isBlob = ({ path }: SimRequest): boolean => path.startsWith(`${blobs}/`);

export function invoiceRoutes(state: MicrosoftState): Route[] {
  return [
    {
      method: "GET",
      path: "/v1/invoices",
      answer: () => ({
        status: 200,
        body: collectionOf(state.invoices.values().map((invoice) => showInvoice(state, invoice))),
      }),
    },
    {
      method: "GET",
      path: "/v1/invoices/:invoice",
      answer({ params }) {
        const found = state.invoices.get(params.invoice!);
        return found
          ? { status: 200, body: showInvoice(state, found) }
          : refuse(404, "2000", "The invoice was not found.");
      },
    },
    {
      method: "POST",
      path: `${graph}/reconciliation/billed/export`,
      answer: (request) => startExport(state, request),
    },
    { method: "GET", path: `${graph}/operations/:export`, answer: (request) => showExport(state, request) },
    { method: "GET", path: `${blobs}/:export/:blob`, answer: (request) => readBlob(state, request) },
  ];
}

const linesOf = (state: MicrosoftState, invoiceId: string) =>
  state.billed.values().filter((line) => line.invoiceId === invoiceId);

const major = (minor: number) => Number((minor / 100).toFixed(2));

function showInvoice(state: MicrosoftState, { id, currency, from, until, issuedAt }: Invoice) {
  const net = linesOf(state, id).reduce((sum, line) => sum + subtotalOf(line), 0);
  return {
    id,
    invoiceDate: new Date(issuedAt).toISOString(),
    billingPeriodStartDate: new Date(from).toISOString(),
    billingPeriodEndDate: new Date(until - 1_000).toISOString(),
    totalCharges: major(net + taxOf(net, currency)),
    paidAmount: 0,
    currencyCode: currency,
    currencySymbol: currency === "GBP" ? "£" : "€",
    documentType: "invoice",
    invoiceType: "OneTime",
    amendments: [],
    invoiceDetails: [
      {
        invoiceLineItemType: "billing_line_items",
        billingProvider: "one_time",
        attributes: { objectType: "InvoiceDetail" },
      },
    ],
    attributes: { objectType: "Invoice" },
  };
}

const taxOf = (minor: number, currency: string) => (currency === "GBP" ? Math.round((minor * vatPercent) / 100) : 0);

const failure = (status: number, code: string, message: string): SimReply => ({
  status,
  body: { error: { code, message } },
});

function startExport(state: MicrosoftState, { body, headers }: SimRequest): SimReply {
  const { invoiceId, attributeSet } = body;
  if (attributeSet !== "full" && attributeSet !== "basic")
    return failure(400, "BadRequest", "The attribute set is full or basic.");
  if (!state.invoices.get(invoiceId)) return failure(404, "NotFound", "The invoice was not found.");
  const id = state.newId();
  state.exports.put(id, { id, invoiceId, looks: 0 });
  return { status: 202, headers: { location: `http://${headers.host}${graph}/operations/${id}` } };
}

/** The first look always finds it running. */
function showExport(state: MicrosoftState, { params, headers }: SimRequest): SimReply {
  const found = state.exports.get(params.export!);
  if (!found) return failure(404, "NotFound", "The operation was not found.");
  state.exports.put(found.id, { ...found, looks: found.looks + 1 });
  const type = (name: string) => ({ "@odata.type": `#microsoft.graph.partners.billing.${name}`, id: found.id });
  if (found.looks === 0)
    return { status: 200, headers: { "retry-after": "1" }, body: { ...type("runningOperation"), status: "running" } };
  const count = Math.ceil(linesOf(state, found.invoiceId).length / linesPerBlob);
  if (count === 0)
    return {
      status: 200,
      body: { ...type("failedOperation"), status: "failed", error: { code: "5000", message: "No data." } },
    };
  return {
    status: 200,
    body: {
      ...type("exportSuccessOperation"),
      status: "succeeded",
      resourceLocation: {
        id: found.id,
        schemaVersion: "2",
        dataFormat: "compressedJSONLines",
        partitionType: "default",
        eTag: found.invoiceId,
        partnerTenantId: partner,
        rootDirectory: `http://${headers.host}${blobs}/${found.id}`,
        sasToken,
        blobCount: count,
        blobs: Array.from({ length: count }, (_, part) => ({
          name: `part-${part}.json.gz`,
          partitionValue: "default",
        })),
      },
    },
  };
}

function readBlob(state: MicrosoftState, { params, query }: SimRequest): SimReply {
  const found = state.exports.get(params.export!);
  const part = Number(/^part-(\d+)\.json\.gz$/.exec(params.blob!)?.[1] ?? "NaN");
  if (!found || Number.isNaN(part)) return { status: 404 };
  if (query.get("sig") !== "stand-in") return { status: 403 };
  const lines = linesOf(state, found.invoiceId).slice(part * linesPerBlob, (part + 1) * linesPerBlob);
  const text = lines.map((line) => `${JSON.stringify(showLine(state, line))}\n`).join("");
  return { status: 200, headers: { "content-type": "application/octet-stream" }, body: gzipSync(text) };
}

/** A line with Microsoft's own columns; the last day of a period is inclusive. */
function showLine(state: MicrosoftState, line: BilledLine) {
  const subscription = state.subscriptions.get(line.subscriptionId);
  const customer = subscription && state.customers.get(subscription.customerId);
  const offer = findOffer(line.offerId);
  const [ProductId, SkuId, AvailabilityId] = line.offerId.split(":");
  const net = subtotalOf(line);
  const tax = taxOf(net, line.currency);
  const lastDay = new Date(line.until - 24 * 60 * 60 * 1000).toISOString();
  return {
    PartnerId: partner,
    CustomerId: customer?.id ?? partner,
    CustomerName: customer?.companyName ?? "",
    CustomerDomainName: customer?.domain ?? "",
    CustomerCountry: line.currency === "GBP" ? "GB" : "IE",
    InvoiceNumber: line.invoiceId,
    MpnId: "0",
    Tier2MpnId: "0",
    OrderId: subscription?.orderId ?? "",
    OrderDate: new Date(line.at).toISOString(),
    ProductId,
    SkuId,
    AvailabilityId,
    SkuName: offer?.title ?? "",
    ProductName: offer?.title ?? "",
    ChargeType: line.chargeType,
    UnitPrice: major(line.unitMinor),
    Quantity: line.quantity,
    Subtotal: major(net),
    TaxTotal: major(tax),
    Total: major(net + tax),
    Currency: line.currency,
    PriceAdjustmentDescription: "",
    PublisherName: "Microsoft",
    PublisherId: "",
    SubscriptionDescription: subscription?.friendlyName ?? offer?.title ?? "",
    SubscriptionId: line.subscriptionId,
    ChargeStartDate: new Date(line.from).toISOString(),
    ChargeEndDate: lastDay,
    TermAndBillingCycle: `${line.termDuration} commitment paid ${line.billingCycle}`,
    EffectiveUnitPrice: Number((line.effectiveMinor / 100).toFixed(10)),
    UnitType: offer?.unitType ?? "",
    AlternateId: "",
    BillableQuantity: line.quantity,
    BillingFrequency: line.billingCycle,
    PricingCurrency: line.currency,
    PCToBCExchangeRate: 1,
    PCToBCExchangeRateDate: isoDay(line.at),
    MeterDescription: "",
    ReservationOrderId: "",
    CreditReasonCode: line.chargeType,
    SubscriptionStartDate: new Date(subscription?.startedAt ?? line.from).toISOString(),
    SubscriptionEndDate: new Date(subscription?.nextTermAt ?? line.until).toISOString(),
    ReferenceId: "",
    ProductQualifiers: "",
    PromotionId: "",
  };
}
