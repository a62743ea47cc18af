import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { jump } from "@tradewind/contract/access/jump.ts";
import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type FoundPerson = ResultOf<typeof jump.people>["Items"][number];

export const peopleQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ["operator-people", search],
    queryFn: ({ pageParam, signal }) => call(jump.people, { query: { Search: search, After: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.Next ?? undefined,
    placeholderData: keepPreviousData,
  });
