import { Button } from "../ui/button.tsx";
import { ErrorState } from "../ui/placeholder.tsx";
import { asApiError } from "../platform/api-error.ts";

/** What stands in place of something that could not be loaded, with the way to try again. */
export function QueryError({ error, onRetry, tight }: { error: unknown; onRetry: () => void; tight?: boolean }) {
  const { message, reference } = asApiError(error);
  return (
    <ErrorState
      tight={tight}
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
