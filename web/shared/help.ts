import { knowledgeBase } from "@tradewind/contract/support/knowledge-base.ts";
import { useSyncExternalStore } from "react";

/** What the panel of the knowledge base opens on: an article, or what fits the page. */
export type HelpRequest = { articleId?: number };

let request: HelpRequest | undefined;
const listeners = new Set<() => void>();
const set = (next: HelpRequest | undefined) => {
  request = next;
  for (const listener of listeners) listener();
};

/** Opens the knowledge base beside the page, from anywhere; the shell shows it. */
export const openHelp = (wanted: HelpRequest = {}): void => set(wanted);
export const closeHelp = (): void => set(undefined);

export const useHelpRequest = (): HelpRequest | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => request,
  );

/** What somebody needs to read articles here. */
export const helpHere = knowledgeBase.search;
