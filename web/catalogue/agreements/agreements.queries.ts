import { agreements } from "@tradewind/contract/catalogue/agreements.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export const agreementsQuery = queryOptions({
  queryKey: ["agreements", "list"],
  queryFn: ({ signal }) => call(agreements.list, { signal }),
});

export const agreementQuery = (agreementId: string) =>
  queryOptions({
    queryKey: ["agreements", "one", agreementId],
    queryFn: ({ signal }) => call(agreements.byId, { params: { agreementId }, signal }),
  });

export const validityQuery = queryOptions({
  queryKey: ["agreements", "validity"],
  queryFn: ({ signal }) => call(agreements.validity, { signal }),
});

/** Asks again each time: a colleague may have signed a moment ago. */
export const checkSigned = (serviceId: number) => call(agreements.checkSigned, { params: { serviceId } });
