import { Button } from "../ui/button.tsx";
import { ErrorState } from "../ui/placeholder.tsx";
import { asApiError } from "../platform/api-error.ts";

/** What stands in place of something that could not be loaded, with the way to try again; `page` where that is all. */
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
  const { message, reference } = asApiError(error);
  return (
    <ErrorState
      tight={tight}
      page={page}
      reference={reference}
      action={
        <Button icon="refresh" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {message}
    </ErrorState>
  );
}
