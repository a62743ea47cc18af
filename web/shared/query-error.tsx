import { Button, buttonClass } from "../ui/button.tsx";
import { ErrorState } from "../ui/placeholder.tsx";
import { asApiError } from "../platform/api-error.ts";
import { accessWords } from "./access-words.ts";
import { appLink } from "./link-render.tsx";

/**
 * Stands in for content that could not be loaded, with a button to try again unless it does not exist or is not for the
 * reader; set `page` if it is the whole page, and `list` to the screen that lists such records.
 */
export function QueryError({
  error,
  onRetry,
  tight,
  page,
  list,
}: {
  error: unknown;
  onRetry: () => void;
  tight?: boolean;
  page?: boolean;
  list?: string;
}) {
  const { code, message, reference, status } = asApiError(error);
  const missing = status === 404;
  const denied = code === "onlyPartOfCompany";
  return (
    <ErrorState
      tight={tight}
      page={page}
      title={missing ? "Not found" : denied ? accessWords.deniedTitle : undefined}
      reference={denied ? undefined : reference}
      action={
        missing ? (
          list &&
          appLink({ href: list, className: buttonClass("secondary"), onClick: () => {}, children: "Back to the list" })
        ) : denied ? undefined : (
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
