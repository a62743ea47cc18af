/** Microsoft's invoices to us: listed by Partner Center, their lines exported by Graph as files of JSON lines. */
import { setTimeout as sleep } from "node:timers/promises";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { currencies, type Currency } from "@tradewind/domain/values/money.ts";
import { readLines } from "../http.ts";
import { VendorUnavailable } from "../vendor.ts";
import type { VendorInvoiceLine, VendorInvoices } from "../vendor-invoices.ts";
import type { PartnerCenter } from "./microsoft-api.ts";
import * as shape from "./microsoft-api-shapes.ts";
import type { Graph } from "./microsoft-graph.ts";

/** Lines handed on at a time. */
const batch = 1_000;
/** Looks at an export that is being made, before the whole is tried again later. */
const mostLooks = 30;
/** Microsoft's code for an invoice without lines, or without any use. */
const noData = "5000";

export function microsoftInvoices(api: PartnerCenter, graph: Graph, graphUrl: string): VendorInvoices {
  async function filesOf(ref: string, what: "reconciliation" | "usage"): Promise<string[]> {
    const path = await graph.exportInvoice(ref, what);
    for (let look = 0; look < mostLooks; look++) {
      const { "@odata.type": type, manifest: made, error, retryAfterMs } = await graph.findExport(path);
      if (type.endsWith("exportSuccessOperation") && made) {
        if ((made.blobCount ?? made.blobs.length) !== made.blobs.length)
          throw new VendorUnavailable("Microsoft names fewer files than it made");
        return made.blobs.map(({ name }) => `${made.rootDirectory}/${name}?${made.sasToken}`);
      }
      if (type.endsWith("failedOperation")) {
        if (error?.code === noData) return [];
        throw new VendorUnavailable(`Microsoft could not export the invoice: ${error?.message ?? error?.code}`);
      }
      await sleep(Math.min(retryAfterMs, 10_000));
    }
    throw new VendorUnavailable("Microsoft is still making the file", { retryAfterMs: 60_000 });
  }

  return {
    async list() {
      const invoices = await api.listInvoices();
      return invoices.flatMap((each) => {
        const currency = currencies.find((known) => known === each.currencyCode);
        if (!currency) return [];
        return [
          {
            ref: each.id,
            currency,
            issuedOn: each.invoiceDate.slice(0, 10),
            from: each.billingPeriodStartDate.slice(0, 10),
            // The last day is inclusive.
            until: addDays(each.billingPeriodEndDate.slice(0, 10), 1),
          },
        ];
      });
    },

    async *read(ref) {
      let lines: VendorInvoiceLine[] = [];
      for await (const line of linesOf(ref)) {
        lines.push(line);
        if (lines.length < batch) continue;
        yield lines;
        lines = [];
      }
      yield lines;
    },
  };

  async function* linesOf(ref: string): AsyncGenerator<VendorInvoiceLine> {
    for await (const row of rowsOf(await filesOf(ref, "reconciliation"))) {
      const line = shape.billedLineShape.parse(row);
      // Use is told day by day by a file of its own; here is only its sum.
      if (!line.meterDescription) yield lineOf(line);
    }
    for await (const row of rowsOf(await filesOf(ref, "usage"))) yield usedLineOf(shape.usedLineShape.parse(row));
  }

  async function* rowsOf(files: readonly string[]): AsyncGenerator<unknown> {
    for (const file of files) {
      if (!isMicrosofts(file, graphUrl)) throw new VendorUnavailable("Microsoft's file is at a place we do not know");
      for await (const line of readLines("Microsoft", file)) yield shape.lowerKeys(JSON.parse(line));
    }
  }
}

/** Tells whether a file is in Microsoft's own storage, so that nobody makes us fetch anything else. */
function isMicrosofts(file: string, graphUrl: string): boolean {
  const { protocol, hostname, origin } = new URL(file);
  return (protocol === "https:" && hostname.endsWith(".blob.core.windows.net")) || origin === new URL(graphUrl).origin;
}

/** By its words for charges, whose case varies. */
const charges: Record<string, VendorInvoiceLine["charge"]> = {
  new: "period",
  renew: "period",
  cyclecharge: "period",
  extendterm: "period",
  addquantity: "added",
  removequantity: "returned",
  cancelimmediate: "returned",
  convert: "returned",
};

type BilledLine = ReturnType<typeof shape.billedLineShape.parse>;

/** Licences that move to another product are billed on both sides as the same. */
const chargeOf = ({ chargeType, quantity }: BilledLine): VendorInvoiceLine["charge"] =>
  chargeType.toLowerCase() === "convert"
    ? quantity < 0
      ? "returned"
      : "added"
    : (charges[chargeType.toLowerCase()] ?? "other");

const lineOf = (line: BilledLine): VendorInvoiceLine => ({
  tenantRef: line.customerId,
  vendorRef: line.subscriptionId,
  customerName: line.customerName ?? "",
  name: line.skuName ?? line.subscriptionDescription ?? "",
  charge: chargeOf(line),
  chargeType: line.chargeType,
  from: line.chargeStartDate.slice(0, 10),
  until: addDays(line.chargeEndDate.slice(0, 10), 1),
  quantity: line.billableQuantity ?? line.quantity,
  unitPrice: line.unitPrice.toFixed(8),
  amount: { minor: BigInt(Math.round(line.subtotal * 100)), currency: line.currency as Currency },
});

type UsedLine = ReturnType<typeof shape.usedLineShape.parse>;

/** Of what is used, Microsoft rounds the sum of a month down, so a day keeps all of its places. */
const usedLineOf = (line: UsedLine): VendorInvoiceLine => {
  const day = line.usageDate.slice(0, 10);
  return {
    tenantRef: line.customerId,
    vendorRef: line.entitlementId?.toLowerCase() || line.subscriptionId,
    customerName: line.customerName ?? "",
    name: [line.skuName ?? line.subscriptionDescription, line.meterName].filter(Boolean).join(": "),
    charge: "usage",
    chargeType: line.chargeType ?? "usage",
    meter: line.meterId,
    from: day,
    until: addDays(day, 1),
    quantity: line.quantity,
    unitPrice: line.effectiveUnitPrice,
    amount: {
      minor: BigInt(Math.trunc(Number(line.billingPreTaxTotal) * 100)),
      currency: line.billingCurrency as Currency,
    },
    exactAmount: line.billingPreTaxTotal,
  };
};
