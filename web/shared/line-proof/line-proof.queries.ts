import { lineProofs } from "@tradewind/contract/ordering/line-proofs.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

/** Reads how a line came about, which no longer changes. */
export const lineProofQuery = (invoiceId: string, invoiceLineId: string) =>
  queryOptions({
    queryKey: ["invoices", "line", invoiceId, invoiceLineId],
    queryFn: ({ signal }) => call(lineProofs.ofLine, { params: { invoiceId, invoiceLineId }, signal }),
  });
