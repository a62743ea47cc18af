import { Button } from "../ui/button.tsx";
import { ErrorState } from "../ui/placeholder.tsx";
import { asApiError } from "../platform/api-error.ts";

/**
 * Stands in for content that could not be loaded, with a button to try again unless it does not exist; set `page` if it
 * is the whole page.
 */
export function QueryError({
  error,
  onRetry,
  tight,
  page,
}: {
  error: unknown;
  onRetry: () => void;
  tight?: boolean;
  page?: boolean;
}) {
  const { message, reference, status } = asApiError(error);
  const missing = status === 404;
  return (
    <ErrorState
      tight={tight}
      page={page}
      title={missing ? "Not found" : undefined}
      reference={reference}
      action={
        !missing && (
          <Button icon="refresh" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {message}
    </ErrorState>
  );
}
