import type { Category } from "@tradewind/domain/catalogue/products.ts";
import type { ReactNode } from "react";
import { cx } from "../../ui/class-names.ts";
import { ProductDrawing, ProductImage, type ProductPicture } from "../../shared/product-icon.tsx";

/** The colour of each category, as a tint and as ink. */
export const categoryTints: Record<Category, string> = {
  modernWorkplace: "bg-chart-1/10 text-chart-1",
  cloudInfrastructure: "bg-chart-6/10 text-chart-6",
  security: "bg-chart-4/10 text-chart-4",
  backupContinuity: "bg-chart-3/10 text-chart-3",
};

type Props = { icon: string; name: string; category: Category } & ProductPicture;

const isDecoration = ({ image, alt }: ProductPicture) => (image && alt ? undefined : true);

/** Shows a product's picture, or its mark on a tile in the colour of its category. */
export const ProductMark = ({ icon, name, category, image, alt, large }: Props & { large?: boolean }) => (
  <span
    aria-hidden={isDecoration({ image, alt })}
    className={cx(
      "grid shrink-0 place-items-center overflow-hidden rounded-control font-semibold",
      large ? (image ? "size-24 max-md:size-16" : "size-12") : "size-9",
      categoryTints[category],
    )}
  >
    {image ? (
      <ProductImage {...{ image, alt }} className="size-full object-contain" />
    ) : (
      <ProductDrawing {...{ icon, name }} size={large ? 26 : 20} />
    )}
  </span>
);

/**
 * Shows the head of a product's card: its picture, or its mark and the same drawing large and faint; a square on a
 * phone.
 */
export const ProductBand = ({ icon, name, category, image, alt }: Props) => (
  <span
    aria-hidden={isDecoration({ image, alt })}
    className={cx(
      "relative flex shrink-0 items-center overflow-hidden font-semibold",
      "max-md:w-15 max-md:justify-center max-md:rounded-l-card md:h-14 md:rounded-t-card md:px-4",
      categoryTints[category],
    )}
  >
    {image ? (
      <ProductImage
        {...{ image, alt }}
        className="max-h-12 max-w-full rounded-control object-contain max-md:max-h-14 max-md:p-1"
      />
    ) : (
      <>
        <ProductDrawing {...{ icon, name }} size={24} />
        <ProductDrawing
          {...{ icon, name }}
          size={104}
          className="absolute -right-3 -bottom-8 opacity-15 max-md:-right-8 max-md:-bottom-10"
        />
      </>
    )}
  </span>
);

const pictures: Record<Category, ReactNode> = {
  modernWorkplace: (
    <>
      <rect x="8" y="8" width="56" height="44" rx="5" opacity=".35" />
      <rect x="28" y="22" width="56" height="44" rx="5" opacity=".45" />
      <circle cx="73" cy="34" r="5" />
      <path d="M37 34h26M37 44h38M37 54h26" stroke="currentColor" strokeWidth="4" strokeLinecap="round" />
    </>
  ),
  cloudInfrastructure: (
    <>
      <path d="m46 44 30 15-30 15-30-15z" opacity=".35" />
      <path d="m46 27 30 15-30 15-30-15z" opacity=".55" />
      <path d="m46 10 30 15-30 15-30-15z" opacity=".9" />
    </>
  ),
  security: (
    <>
      <path d="m46 4 34 11v22c0 18-14 31-34 37-20-6-34-19-34-37V15z" opacity=".25" />
      <path d="m46 18 21 7v13c0 12-9 20-21 24-12-4-21-12-21-24V25z" opacity=".5" />
      <path d="m37 39 7 7 12-14" stroke="var(--surface)" strokeWidth="5" fill="none" strokeLinecap="round" />
    </>
  ),
  backupContinuity: (
    <>
      <path d="M12 46c0 7 15 12 34 12s34-5 34-12v10c0 7-15 12-34 12s-34-5-34-12z" opacity=".35" />
      <path d="M12 32c0 7 15 12 34 12s34-5 34-12v10c0 7-15 12-34 12s-34-5-34-12z" opacity=".55" />
      <ellipse cx="46" cy="20" rx="34" ry="12" opacity=".9" />
    </>
  ),
};

/** Draws what a category is about, at the end of its tile. */
export const CategoryPicture = ({ category }: { category: Category }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 92 70"
    fill="currentColor"
    className="h-full max-h-16 w-auto shrink-0 self-end max-md:max-h-9"
  >
    {pictures[category]}
  </svg>
);
