import type { Endpoint, SentOf } from "@tradewind/contract/endpoint.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { asApiError, type ApiError } from "./api-error.ts";
import { callUnder } from "./api.ts";

export type Refused<Item> = { item: Item; error: ApiError };
type Outcome<Item> = { done: number; of: number; refused: readonly Refused<Item>[]; running: boolean };

/** The number of writes in progress at a time. */
const atOnce = 4;

/**
 * Sends one write per item, so that a refusal of one does not stop the others. Each keeps its idempotency key, so that
 * retrying after a lost response cannot act twice.
 */
export function useSeveral<E extends Endpoint, Item extends { Id: string }>(
  endpoint: E,
  sentOf: (item: Item) => SentOf<E>,
  refreshes: readonly string[],
) {
  const queries = useQueryClient();
  const keys = useRef(new Map<string, string>());
  const [outcome, setOutcome] = useState<Outcome<Item>>();

  const run = async (items: readonly Item[]): Promise<readonly Refused<Item>[]> => {
    const left = [...items];
    const refused: Refused<Item>[] = [];
    const tell = (running: boolean) =>
      setOutcome({ done: items.length - left.length, of: items.length, refused: [...refused], running });
    tell(true);
    const work = async () => {
      for (let item = left.shift(); item; item = left.shift()) {
        const idempotencyKey = keys.current.get(item.Id) ?? crypto.randomUUID();
        keys.current.set(item.Id, idempotencyKey);
        // oxlint-disable-next-line no-await-in-loop
        await callUnder(idempotencyKey, endpoint, sentOf(item)).catch((error: unknown) =>
          refused.push({ item, error: asApiError(error) }),
        );
        tell(true);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    tell(false);
    await Promise.all(refreshes.map((first) => queries.invalidateQueries({ queryKey: [first] })));
    return refused;
  };
  return { outcome, run };
}
