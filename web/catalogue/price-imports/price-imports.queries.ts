import { priceImports } from "@tradewind/contract/catalogue/price-imports.ts";
import type { PriceRowKind } from "@tradewind/domain/catalogue/price-file.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

/** How often the progress of a file that is being read is asked for. */
const pace = 1_000;

export const priceImportsQuery = pagesOf(["priceImports", "list"], (After, signal) =>
  call(priceImports.list, { query: { After }, signal }),
);

export const priceImportQuery = (priceImportId: string) =>
  queryOptions({
    queryKey: ["priceImports", "one", priceImportId],
    queryFn: ({ signal }) => call(priceImports.byId, { params: { priceImportId }, signal }),
    refetchInterval: ({ state }) => (state.data?.Import.State === "reading" ? pace : false),
  });

export const importRowsQuery = (priceImportId: string, Kind: PriceRowKind, version: string) =>
  pagesOf(["priceImports", "rows", priceImportId, Kind, version], (After, signal) =>
    call(priceImports.rows, { params: { priceImportId }, query: { Kind, After }, signal }),
  );
