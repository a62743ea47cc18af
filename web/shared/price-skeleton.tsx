import { Skeleton } from "../ui/placeholder.tsx";

/** Shows a placeholder for a breakdown until the first answer. */
export function PriceBreakdownSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-4 rounded-card border border-line bg-surface px-5 py-5">
      <Skeleton className="w-32" />
      <Skeleton className="w-full" />
      <Skeleton className="w-4/5" />
      <Skeleton className="mt-4 h-6 w-full" />
    </div>
  );
}
