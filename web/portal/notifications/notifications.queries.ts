import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { notifications, type NotificationCategory } from "@tradewind/contract/portal/notifications.ts";
import { queryOptions } from "@tanstack/react-query";
import { ApiError } from "../../platform/api-error.ts";
import { call } from "../../platform/api.ts";

export type Notification = ResultOf<typeof notifications.list>["Items"][number];
export type Filter = { Status: "all" | "new" | "read"; Category?: NotificationCategory; Search?: string };

/** Milliseconds for which the polling interval itself is cached. */
const intervalLife = 600_000;

export const intervalQuery = queryOptions({
  queryKey: ["notification-interval"],
  queryFn: ({ signal }) => call(notifications.reloadInterval, { signal, quiet: 403 }),
  staleTime: intervalLife,
  refetchInterval: intervalLife,
});

/** A person without the right to notifications is not asked again, and stays signed in. */
const isForbidden = (error: unknown) => error instanceof ApiError && error.status === 403;

/** Fetches the filtered notifications, again after `interval` milliseconds and when the hub says so. */
export const notificationsQuery = (filter: Filter, interval?: number) =>
  queryOptions({
    queryKey: ["notifications", filter],
    queryFn: ({ signal }) => call(notifications.list, { query: filter, signal, quiet: 403 }),
    enabled: ({ state }) => !isForbidden(state.error),
    refetchInterval: ({ state }) => (isForbidden(state.error) ? false : (interval ?? false)),
  });

export const dropzoneQuery = queryOptions({
  queryKey: ["notifications", "dropzone"],
  queryFn: async ({ signal }) => (await call(notifications.dropzone, { signal })).Items,
});
