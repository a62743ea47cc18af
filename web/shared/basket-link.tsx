import { screens } from "@tradewind/contract/screens.ts";
import { useQuery } from "@tanstack/react-query";
import { useAllowed } from "../platform/session.ts";
import { basketCountQuery } from "../ordering/basket/basket.queries.ts";
import { TextLink } from "./link-render.tsx";

/** Leads whoever may order to the basket, and says how many orders it holds. */
export function BasketLink() {
  const isOffered = useAllowed(screens.basket);
  const { data } = useQuery({ ...basketCountQuery, enabled: isOffered });
  if (!isOffered) return null;
  return <TextLink to={screens.basket.path}>{data?.Lines ? `Basket (${data.Lines})` : "Basket"}</TextLink>;
}
