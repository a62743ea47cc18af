import type { CategoryFilter } from "@tradewind/domain/catalogue/products.ts";
import { cx } from "../../ui/class-names.ts";
import { categoryNames } from "../../shared/category-names.ts";
import { categoryTints, CategoryPicture } from "./product-picture.tsx";

type Props = {
  options: readonly { option: CategoryFilter; amount: number }[];
  chosen: CategoryFilter;
  /** Whether the numbers are known. */
  known: boolean;
  onChoose: (category: CategoryFilter) => void;
};

/** Chooses the category of products, each with how many there are. */
export const CategoryTiles = ({ options, chosen, known, onChoose }: Props) => (
  <div
    role="group"
    aria-label="Category"
    className="mb-6 grid grid-cols-2 gap-2 md:grid-cols-[110px_repeat(4,minmax(0,1fr))] md:gap-4 max-lg:md:grid-cols-[104px_repeat(4,minmax(0,1fr))] max-lg:md:gap-2"
  >
    {options.map(({ option, amount }) => (
      <button
        key={option}
        type="button"
        aria-pressed={option === chosen}
        onClick={() => onChoose(option)}
        className={cx(
          "flex h-20 min-w-0 items-center justify-between gap-2 overflow-hidden rounded-card border pl-4 text-start transition-colors max-lg:pl-3",
          option === "all" ? "bg-surface max-md:col-span-2 max-md:h-11" : `${categoryTints[option]} max-md:h-18`,
          option === chosen ? "border-accent-text ring-1 ring-accent-text" : "border-line hover:border-line-strong",
        )}
      >
        <span className={cx("grid min-w-0 text-ink", option === "all" && "max-md:flex max-md:gap-2")}>
          <span className="font-semibold">{categoryNames[option]}</span>{" "}
          <span className="figures text-sm text-muted">{known ? productsWord(amount) : "–"}</span>
        </span>
        {option !== "all" && (
          <span className="flex h-full shrink-0 items-end pr-3 max-lg:hidden max-md:flex max-md:items-center max-md:pr-2">
            <CategoryPicture category={option} />
          </span>
        )}
      </button>
    ))}
  </div>
);

const productsWord = (amount: number) => `${amount} ${amount === 1 ? "product" : "products"}`;
