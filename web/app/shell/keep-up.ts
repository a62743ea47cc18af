import type { QueryClient } from "@tanstack/react-query";
import { followWhiteLabel } from "../../portal/white-label/white-label.queries.ts";
import { askAgain, connectRealtime } from "../../platform/realtime.ts";

/**
 * Keeps an open portal up to date: a company's by events, and the operator's, whose screens show what every company does,
 * by asking again. Returns a function that stops it.
 */
export function keepUp(queries: QueryClient, isOperator: boolean): () => void {
  const stops = [isOperator ? askAgain(queries) : connectRealtime(queries), followWhiteLabel(queries)];
  return () => {
    for (const stop of stops) stop();
  };
}
