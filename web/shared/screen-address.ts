import { readSearch, writeSearch, type AskedOf, type ParamsOf, type SearchOf } from "@tradewind/contract/address.ts";
import type { Screen } from "@tradewind/contract/screen.ts";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";

/** Returns the path parameters of the open screen. */
export function useParamsOf<S extends Screen>(_: S): ParamsOf<S> {
  const params: object = useParams({ strict: false });
  return params as ParamsOf<S>;
}

/** Returns the search parameters of the open screen. */
export const useSearchOf = <S extends Screen>(screen: S): SearchOf<S> =>
  readSearch(screen, useSearch({ strict: false }));

/** Returns the search parameters and a function that changes them, replacing the history entry. */
export function useAsked<S extends Screen>(screen: S) {
  const asked = useSearchOf(screen);
  const navigate = useNavigate();
  const ask = (change: AskedOf<S>) =>
    void navigate({ to: screen.path, search: writeSearch(screen, { ...asked, ...change }), replace: true });
  return [asked, ask] as const;
}
