import { Button } from "../ui/button.tsx";
import { ErrorState } from "../ui/placeholder.tsx";
import { asApiError } from "../platform/api-error.ts";

/**
 * What stands in place of something that could not be loaded, with the way to try again unless it is not there at all;
 * `page` where that is all.
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
      title={missing ? "This is not here" : undefined}
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
