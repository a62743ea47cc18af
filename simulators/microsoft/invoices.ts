/** Invoices of Partner Center, and Graph's export of an invoice's lines as files of gzip'd JSON lines. */
import { gzipSync } from "node:zlib";
import type { Route, SimReply, SimRequest } from "../kit/vendor.ts";
import { isoDay, subtotalOf } from "./billing.ts";
import { findOffer } from "./catalogue.ts";
import { type BilledLine, collectionOf, type Export, type Invoice, type MicrosoftState, refuse } from "./state.ts";
import { showSum, showUsed, sumsOf, unbilledOf, usedMinor, usedOn, usedUnbilled } from "./usage.ts";

const graph = "/v1.0/reports/partners/billing";
const blobs = "/billing-exports";
const partner = "b4f0a1d2-6c1e-4d53-9d6b-2f7c8a90e311";
const sasToken = "sv=2025-01-05&sr=d&sig=stand-in";
const linesPerBlob = 1_000;
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
      answer: (request) => startExport(state, request, "reconciliation"),
    },
    { method: "POST", path: `${graph}/usage/billed/export`, answer: (request) => startExport(state, request, "usage") },
    { method: "POST", path: `${graph}/usage/unbilled/export`, answer: (request) => startUnbilled(state, request) },
    { method: "GET", path: `${graph}/manifests/:export`, answer: (request) => showManifest(state, request) },
    { method: "GET", path: `${graph}/operations/:export`, answer: (request) => showExport(state, request) },
    { method: "GET", path: `${blobs}/:export/:blob`, answer: (request) => readBlob(state, request) },
  ];
}

const linesOf = (state: MicrosoftState, invoiceId: string) =>
  state.billed.values().filter((line) => line.invoiceId === invoiceId);

const major = (minor: number) => Number((minor / 100).toFixed(2));

function showInvoice(state: MicrosoftState, invoice: Invoice) {
  const { id, currency, from, until, issuedAt } = invoice;
  const net = linesOf(state, id).reduce((sum, line) => sum + subtotalOf(line), usedMinor(state, invoice));
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

function startExport(state: MicrosoftState, request: SimRequest, what: Export["what"]): SimReply {
  const { invoiceId } = request.body;
  if (!state.invoices.get(invoiceId)) return failure(404, "NotFound", "The invoice was not found.");
  return startOf(state, request, { what, invoiceId });
}

function startUnbilled(state: MicrosoftState, request: SimRequest): SimReply {
  const unbilled = unbilledOf(state, request);
  if (!unbilled) return failure(400, "BadRequest", "A currency and a billing period, current or last, are needed.");
  return startOf(state, request, { what: "usage", unbilled });
}

function startOf(state: MicrosoftState, { body, headers }: SimRequest, of: Omit<Export, "id" | "looks">): SimReply {
  if (!["full", "basic"].includes(body.attributeSet ?? "full"))
    return failure(400, "BadRequest", "The attribute set is full or basic.");
  const id = state.newId();
  state.exports.put(id, { id, ...of, looks: 0 });
  return { status: 202, headers: { location: `http://${headers.host}${graph}/operations/${id}` } };
}

/** What an export has, as it is written into its files. */
function rowsOf(state: MicrosoftState, { what, invoiceId, unbilled }: Export): (() => unknown)[] {
  const used = invoiceId ? usedOn(state, invoiceId) : usedUnbilled(state, unbilled!);
  if (what === "usage") return used.map((line) => () => showUsed(state, line));
  return [
    ...linesOf(state, invoiceId!).map((line) => () => showLine(state, line)),
    ...sumsOf(used).map((sum) => () => showSum(state, sum)),
  ];
}

/** The first look finds it running. What is used is named by its manifest's link, as Graph's own samples do. */
function showExport(state: MicrosoftState, { params, headers }: SimRequest): SimReply {
  const found = state.exports.get(params.export!);
  if (!found) return failure(404, "NotFound", "The operation was not found.");
  state.exports.put(found.id, { ...found, looks: found.looks + 1 });
  const type = (name: string) => ({ "@odata.type": `#microsoft.graph.partners.billing.${name}`, id: found.id });
  const { exportMs } = state.delays();
  if (found.looks === 0 && exportMs > 0) {
    const wait = { "retry-after": String(Math.ceil(exportMs / 1_000)) };
    return { status: 200, headers: wait, body: { ...type("runningOperation"), status: "running" } };
  }
  if (rowsOf(state, found).length === 0) {
    const error = { code: "5000", message: "No data available" };
    return { status: 200, body: { ...type("failedOperation"), status: "failed", error } };
  }
  const made =
    found.what === "usage"
      ? { "resourceLocation@odata.navigationLink": `http://${headers.host}${graph}/manifests/${found.id}` }
      : { resourceLocation: manifestOf(state, found, headers.host!) };
  return { status: 200, body: { ...type("exportSuccessOperation"), status: "succeeded", ...made } };
}

function showManifest(state: MicrosoftState, { params, headers }: SimRequest): SimReply {
  const found = state.exports.get(params.export!);
  if (!found) return failure(404, "NotFound", "The manifest was not found.");
  return { status: 200, body: manifestOf(state, found, headers.host!) };
}

function manifestOf(state: MicrosoftState, found: Export, host: string) {
  const count = Math.ceil(rowsOf(state, found).length / linesPerBlob);
  return {
    id: found.id,
    schemaVersion: "2",
    dataFormat: "compressedJSONLines",
    partitionType: "default",
    eTag: `${found.invoiceId ?? "unbilled"}:${rowsOf(state, found).length}`,
    partnerTenantId: partner,
    rootDirectory: `http://${host}${blobs}/${found.id}`,
    sasToken,
    blobCount: count,
    blobs: Array.from({ length: count }, (_, part) => ({ name: `part-${part}.json.gz`, partitionValue: "default" })),
  };
}

function readBlob(state: MicrosoftState, { params, query }: SimRequest): SimReply {
  const found = state.exports.get(params.export!);
  const part = Number(/^part-(\d+)\.json\.gz$/.exec(params.blob!)?.[1] ?? "NaN");
  if (!found || Number.isNaN(part)) return { status: 404 };
  if (query.get("sig") !== "stand-in") return { status: 403 };
  const rows = rowsOf(state, found).slice(part * linesPerBlob, (part + 1) * linesPerBlob);
  const text = rows.map((show) => `${JSON.stringify(show())}\n`).join("");
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
