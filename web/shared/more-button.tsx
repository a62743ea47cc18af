import { Button } from "../ui/button.tsx";

export type HasMore = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

/** Returns the items of the pages loaded so far. */
export const itemsOf = <Item,>({ pages }: { pages: readonly { Items: Item[] }[] }): Item[] =>
  pages.flatMap(({ Items }) => Items);

/** Asks for the next page of a list of cards, where there is one. */
export const MoreButton = ({ of: { hasNextPage, isFetchingNextPage, fetchNextPage } }: { of: Partial<HasMore> }) =>
  hasNextPage && (
    <div className="mt-4 flex justify-center">
      <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage?.()}>
        Show more
      </Button>
    </div>
  );
