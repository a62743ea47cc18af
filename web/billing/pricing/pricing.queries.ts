import { ownPrices } from "@tradewind/contract/catalogue/own-prices.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

type Asked = Omit<InputOf<typeof ownPrices.list>["query"], "After">;

export const ownPricesQuery = (asked: Asked) =>
  pagesOf(["price-rules", "own", asked], (After, signal) =>
    call(ownPrices.list, { query: { ...asked, After }, signal }),
  );
