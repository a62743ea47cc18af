import { writeSearch, type AskedOf, type SearchOf } from "@tradewind/contract/address.ts";
import type { Screen } from "@tradewind/contract/screen.ts";
import { useNavigate } from "@tanstack/react-router";
import { useSearchOf } from "../screen-address.ts";

export type Filter<S extends Screen> = {
  screen: S;
  /** What the address asks for; it goes to the list's endpoint as it is. */
  asked: SearchOf<S>;
  /** Asks for something else; the rest stays. */
  ask: (change: AskedOf<S>) => void;
  sortBy: (sort: string) => void;
  clear: () => void;
  /** Names what is found, whatever its order: two lists of the same name hold the same rows. */
  name: string;
  isNarrowed: boolean;
};

/** What narrows and orders a list: kept in its address, in the words of its endpoint's query. */
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
