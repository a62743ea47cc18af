import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { everyTransfer, type transferViews, transfers } from "@tradewind/contract/ordering/transfers.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export type TransferProposal = ResultOf<typeof transfers.propose>;
export type ReleaseProposal = ResultOf<typeof transfers.proposeRelease>;
export type TransferVendor = ResultOf<typeof transfers.ofCustomer>["Vendors"][number];

/** A customer's transfers from and to other partners; realtime tells when one has moved on. */
export const transfersQuery = (customerId: string) =>
  infiniteQueryOptions({
    ...pagesOf(["transfers", customerId], (After, signal) =>
      call(transfers.ofCustomer, { params: { customerId }, query: { After }, signal }),
    ),
    // Those of another customer are no stand-in.
    placeholderData: undefined,
  });

export type TransferView = (typeof transferViews)[number];

/** Those of all customers of a reseller. */
export const allTransfersQuery = (Status: TransferView) =>
  pagesOf(["transfers", "own", Status], (After, signal) => call(transfers.list, { query: { Status, After }, signal }));

export const everyTransferQuery = (Status: TransferView) =>
  pagesOf(["transfers", "all", Status], (After, signal) =>
    call(everyTransfer.list, { query: { Status, After }, signal }),
  );

export const takingTransferQuery = (transferId: string) =>
  queryOptions({
    queryKey: ["transfers", "proposal", transferId],
    queryFn: ({ signal }) => call(transfers.propose, { params: { transferId }, signal }),
    staleTime: 0,
  });

/** What giving away some subscriptions would give back, or all where none are named. */
export const releasingQuery = (transferId: string, ids: readonly string[] | null) =>
  queryOptions({
    queryKey: ["transfers", "release", transferId, ids],
    queryFn: ({ signal }) =>
      call(transfers.proposeRelease, {
        params: { transferId },
        body: { SubscriptionIds: ids === null ? null : [...ids] },
        signal,
      }),
    staleTime: 0,
  });
