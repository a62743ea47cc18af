import type { Endpoint, ResultOf, SentOf } from "@tradewind/contract/endpoint.ts";
import {
  infiniteQueryOptions,
  keepPreviousData,
  MutationCache,
  QueryClient,
  useMutation,
  useQueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { useRef } from "react";
import { toast } from "../ui/toast.tsx";
import { ApiError, asApiError } from "./api-error.ts";
import { callUnder } from "./api.ts";

/** Whether a call may have arrived although it failed, and may go through if it is made again. */
export const mayPass = (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: (failures, error) => failures < 2 && mayPass(error), throwOnError: false },
      mutations: { retry: false },
    },
    mutationCache: new MutationCache({
      onError: (error, _sent, _context, mutation) => {
        if (mutation.meta?.shown) return;
        const { message, reference } = asApiError(error);
        toast(message, { kind: "problem", reference });
      },
    }),
  });
}

type WriteOptions<E> = {
  /** First keys of the queries to fetch again. */
  refreshes?: readonly string[];
  /** The caller shows the failure itself, on a field or in the dialog. */
  shown?: boolean;
  onDone?: (result: ResultOf<E>, sent: SentOf<E>) => void;
};

/**
 * Writes from a dialog or a button. Keeps the idempotency key until the server has given a definite answer, so that
 * retrying after a lost response cannot act twice.
 */
export function useWrite<E extends Endpoint>(endpoint: E, { refreshes = [], shown, onDone }: WriteOptions<E> = {}) {
  const queries = useQueryClient();
  const key = useRef<string>(undefined);
  return useMutation<ResultOf<E>, ApiError, SentOf<E>>({
    meta: { shown },
    mutationFn: (sent) => {
      key.current ??= crypto.randomUUID();
      return callUnder(key.current, endpoint, sent);
    },
    onSuccess: async (result, sent) => {
      key.current = undefined;
      onDone?.(result, sent);
      await Promise.all(refreshes.map((first) => queries.invalidateQueries({ queryKey: [first] })));
    },
    onError: (error) => {
      if (!mayPass(error)) key.current = undefined;
    },
  });
}

/** Fetches pages by key, appended to one list; the rows shown stay until new ones arrive. */
export const pagesOf = <Page extends { Next: string | null }>(
  queryKey: QueryKey,
  load: (After: string | undefined, signal: AbortSignal) => Promise<Page>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.Next ?? undefined,
    placeholderData: keepPreviousData,
  });
