import { useQueryClient } from "@tanstack/react-query";
import type { ApiError } from "../../platform/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";

type Props = {
  /** Somebody else changed what is being edited. */
  isOvertaken: boolean;
  fault: ApiError | null;
  /** Discards the draft. */
  onTheirs: () => void;
};

/** Says why a change was not saved, or could not be. */
export function ChangeNotices({ isOvertaken, fault, onTheirs }: Props) {
  const queries = useQueryClient();
  if (!isOvertaken && !fault) return null;
  if (isOvertaken || fault?.code === "conflict")
    return (
      <Alert
        type="warning"
        live
        title="Somebody else has changed this product in the meantime"
        action={
          <Button
            size="small"
            onClick={() => {
              onTheirs();
              void queries.invalidateQueries({ queryKey: ["assortment"] });
            }}
          >
            Show their changes
          </Button>
        }
      >
        Your changes were not saved. Review theirs first, then write yours again.
      </Alert>
    );
  return (
    <Alert type="danger" live title="It was not saved">
      {fault!.message} {fault!.reference && `Reference ${fault!.reference}`}
    </Alert>
  );
}
