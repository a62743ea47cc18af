import { Button } from "./button.tsx";
import { cx } from "./class-names.ts";

type PaginationProps = {
  label: string;
  /** Starts at 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
  disabled?: boolean;
};

/** Returns the first page, the last, and those around the current one; 0 stands for a gap. */
export function pagesShown(page: number, pages: number): number[] {
  const near = [1, page - 1, page, page + 1, pages].filter((each) => each >= 1 && each <= pages);
  const shown = [...new Set(near)].toSorted((a, b) => a - b);
  return shown.flatMap((each, at) => {
    const before = shown[at - 1] ?? each - 1;
    return each - before === 1 ? [each] : each - before === 2 ? [each - 1, each] : [0, each];
  });
}

/** Pages through content that has real pages, such as a document; lists of records load more on scrolling instead. */
export function Pagination({ label, page, pages, onPage, disabled }: PaginationProps) {
  if (pages < 2) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-1">
      <Button
        variant="light"
        icon="arrowLeft"
        aria-label="Previous page"
        disabled={disabled || page <= 1}
        onClick={() => onPage(page - 1)}
      />
      {pagesShown(page, pages).map((each, at) =>
        each === 0 ? (
          <span key={`gap-${at}`} aria-hidden="true" className="px-1 text-muted max-md:hidden">
            …
          </span>
        ) : (
          <button
            key={each}
            type="button"
            aria-label={`Page ${each}`}
            aria-current={each === page ? "page" : undefined}
            disabled={disabled}
            onClick={() => onPage(each)}
            className={cx(
              "figures min-h-9 min-w-9 rounded-control px-2 disabled:opacity-50 max-md:hidden",
              each === page ? "bg-accent-soft font-semibold text-accent-text" : "hover:bg-sunken",
            )}
          >
            {each}
          </button>
        ),
      )}
      <span role="status" className="figures px-2 text-muted md:sr-only">
        Page {page} of {pages}
      </span>
      <Button
        variant="light"
        icon="arrowRight"
        aria-label="Next page"
        disabled={disabled || page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
