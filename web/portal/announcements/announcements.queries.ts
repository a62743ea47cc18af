import { announcements } from "@tradewind/contract/portal/announcements.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { ratings } from "@tradewind/contract/portal/ratings.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type Announcement = ResultOf<typeof announcements.list>["Items"][number];
export type RatedFeature = ResultOf<typeof ratings.results>["Features"][number];

/** Fetches the messages due for this person, once at the start. */
export const dueQuery = queryOptions({
  queryKey: ["announcement", "due"],
  queryFn: async ({ signal }) => {
    const { Id } = await call(announcements.due, { signal });
    return Id === null ? null : call(announcements.byId, { params: { announcementId: Id }, signal });
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export const bannerQuery = queryOptions({
  queryKey: ["banner"],
  queryFn: ({ signal }) => call(announcements.banner, { signal }),
});

export const writtenQuery = queryOptions({
  queryKey: ["announcements"],
  queryFn: async ({ signal }) => (await call(announcements.list, { signal })).Items,
});

export const ratingsQuery = queryOptions({
  queryKey: ["ratings"],
  queryFn: ({ signal }) => call(ratings.results, { signal }),
});
