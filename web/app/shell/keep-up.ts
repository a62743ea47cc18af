import type { QueryClient } from "@tanstack/react-query";
import { followWhiteLabel } from "../../portal/white-label/white-label.queries.ts";
import { connectRealtime } from "../../platform/realtime.ts";

/** Keeps an open portal up to date. Returns a function that stops it. */
export function keepUp(queries: QueryClient): () => void {
  const stops = [connectRealtime(queries), followWhiteLabel(queries)];
  return () => {
    for (const stop of stops) stop();
  };
}
