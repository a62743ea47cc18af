import { writeOffs } from "@tradewind/contract/billing/write-offs.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export type WriteOffsAsked = Omit<InputOf<typeof writeOffs.list>["query"], "After">;

/** Under the key of debtors, whose events tell of write-offs too. */
export const writeOffsQuery = (asked: WriteOffsAsked) =>
  pagesOf(["debtors", "writeOffs", JSON.stringify(asked)], (After, signal) =>
    call(writeOffs.list, { query: { ...asked, After }, signal }),
  );

/** The latest of a reseller. */
export const writeOffsOfQuery = (ResellerId: string) =>
  queryOptions({
    queryKey: ["debtors", "writeOffs", ResellerId],
    queryFn: ({ signal }) => call(writeOffs.list, { query: { ResellerId }, signal }),
  });

export const waitingWriteOffsQuery = queryOptions({
  queryKey: ["debtors", "writeOffs", "waiting"],
  queryFn: ({ signal }) => call(writeOffs.list, { query: { State: "waiting" }, signal }),
});
