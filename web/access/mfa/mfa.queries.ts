import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { mfa } from "@tradewind/contract/access/mfa.ts";
import { passkeys } from "@tradewind/contract/access/passkeys.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

/** Fetches whether the signed-in person has a second factor and may configure it here. */
export const mfaQuery = queryOptions({
  queryKey: ["mfa"],
  queryFn: ({ signal }) => call(mfa.isEnabled, { signal }),
});

/** Fetches a new secret for each opening of the popup and discards it on closing. */
export const setupQuery = (opening: string) =>
  queryOptions({
    queryKey: ["mfa-setup", opening],
    queryFn: () => call(mfa.setup),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

export const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: async ({ signal }) => (await call(passkeys.list, { signal })).Items,
});
export type PasskeyLine = ResultOf<typeof passkeys.list>["Items"][number];
