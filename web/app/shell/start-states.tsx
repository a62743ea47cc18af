import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { Button } from "../../ui/button.tsx";
import { ErrorState, Skeleton } from "../../ui/placeholder.tsx";
import { asApiError } from "../../platform/api-error.ts";

/** Shows a placeholder in the shape of a page: a title and a card. */
export function PageSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-6">
      <Skeleton className="h-7 w-56" />
      <div className="h-72 rounded-card border border-line bg-surface p-6">
        <Skeleton className="w-1/3" />
        <Skeleton className="mt-4 w-2/3" />
        <Skeleton className="mt-4 w-1/2" />
      </div>
    </div>
  );
}

export function StartSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="h-14 border-b border-line bg-surface" />
      <div className="mx-auto max-w-[1440px] px-4 py-8 md:px-6">
        <PageSkeleton />
      </div>
    </div>
  );
}

export function StartError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const { message, reference } = asApiError(error);
  if (asApiError(error).status === 401) return null;
  return (
    <main className="grid min-h-[70dvh] content-center">
      <ErrorState
        title="This page could not be shown"
        reference={reference}
        action={
          <Button
            icon="refresh"
            onClick={() => {
              reset();
              void router.invalidate();
            }}
          >
            Try again
          </Button>
        }
      >
        {message}
      </ErrorState>
    </main>
  );
}
