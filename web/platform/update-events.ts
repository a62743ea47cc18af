import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { concerns } from "./realtime.ts";

/** Publishes the events that an answer names, separated by pipes: every list about one of them is fetched again. */
export function usePublish(): (names: string) => void {
  const queries = useQueryClient();
  return useCallback(
    (names) => {
      const topics = names.split("|").map((name) => name.trim());
      void queries.invalidateQueries({ predicate: (query) => concerns(query, topics) });
    },
    [queries],
  );
}
