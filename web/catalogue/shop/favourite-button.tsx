import { shop } from "@tradewind/contract/catalogue/shop.ts";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { useWrite } from "../../platform/queries.ts";

type Props = { productId: string; name: string; isFavourite: boolean; className?: string };

/** Marks a product for the person, or takes the mark away. */
export function FavouriteButton({ productId, name, isFavourite, className }: Props) {
  const favour = useWrite(shop.favour, { refreshes: ["shop"] });
  const shown = favour.isPending ? favour.variables.body.IsFavourite : isFavourite;
  return (
    <button
      type="button"
      aria-pressed={shown}
      aria-label={`Favourite ${name}`}
      title={shown ? "Remove from favourites" : "Add to favourites"}
      className={cx(
        "relative z-1 grid size-9 shrink-0 place-items-center rounded-control transition-colors hover:bg-sunken max-md:size-11",
        shown ? "text-chart-2" : "text-muted hover:text-ink",
        className,
      )}
      onClick={() => favour.mutate({ params: { productId }, body: { IsFavourite: !shown } })}
    >
      <Icon name="star" size={18} className={shown ? "fill-current" : ""} />
    </button>
  );
}
