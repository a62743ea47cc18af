import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { jump } from "@tradewind/contract/access/jump.ts";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export type FoundPerson = ResultOf<typeof jump.people>["Items"][number];

export const peopleQuery = (search: string) =>
  pagesOf(["operator-people", search], (After, signal) =>
    call(jump.people, { query: { Search: search, After }, signal }),
  );
