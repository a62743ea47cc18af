import { agreementGate } from "@tradewind/contract/catalogue/agreement-gate.ts";
import { agreements, type Agreement } from "@tradewind/contract/catalogue/agreements.ts";
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

/** Fetches what an agreement is called and about, without its text. */
export const agreementInfoQuery = (agreementId: string) =>
  queryOptions({
    queryKey: ["agreements", "info", agreementId],
    queryFn: ({ signal }) => call(agreements.info, { params: { agreementId }, signal }),
  });

/** Fetches the agreements of a product to be ordered, or the one of a service that is changed. */
export const inlineAgreementsQuery = (serviceId: number, GroupId: string | null) =>
  queryOptions({
    queryKey: ["agreements", "inline", serviceId, GroupId],
    queryFn: async ({ signal }): Promise<Agreement[]> =>
      GroupId === null
        ? (await call(agreementGate.inline, { body: { ServiceIds: [serviceId] }, signal })).Items
        : [await call(agreementGate.inlineOne, { params: { serviceId }, query: { GroupId }, signal })],
  });

export const validityQuery = queryOptions({
  queryKey: ["agreements", "validity"],
  queryFn: ({ signal }) => call(agreementGate.validity, { signal }),
});

/** Asks again each time: a colleague may have signed a moment ago. */
export const checkSigned = (serviceId: number) => call(agreementGate.checkSigned, { params: { serviceId } });
