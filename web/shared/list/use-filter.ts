import { writeSearch, type AskedOf, type SearchOf } from "@tradewind/contract/address.ts";
import type { Screen } from "@tradewind/contract/screen.ts";
import { useNavigate } from "@tanstack/react-router";
import { useSearchOf } from "../screen-address.ts";

export type Filter<S extends Screen> = {
  screen: S;
  /** The filter in the address; sent to the list's endpoint as it is. */
  asked: SearchOf<S>;
  /** Changes part of the filter; the rest stays. */
  ask: (change: AskedOf<S>) => void;
  sortBy: (sort: string) => void;
  clear: () => void;
  /** Identifies the matching rows regardless of their order: two lists of the same name hold the same rows. */
  name: string;
  isNarrowed: boolean;
};

/** Keeps a list's filter and order in the address, in the format of its endpoint's query. */
export function useFilter<S extends Screen>(screen: S): Filter<S> {
  const asked = useSearchOf(screen);
  const navigate = useNavigate();
  const show = (search: object) =>
    void navigate({ to: screen.path, search: writeSearch(screen, search), replace: true });
  const { Sort }: { Sort?: string } = asked;
  const narrowing = writeSearch(screen, { ...asked, Sort: undefined });
  return {
    screen,
    asked,
    ask: (change) => show({ ...asked, ...change }),
    sortBy: (sort) => show({ ...asked, Sort: sort }),
    clear: () => show({ Sort }),
    name: JSON.stringify(narrowing),
    isNarrowed: Object.keys(narrowing).length > 0,
  };
}
