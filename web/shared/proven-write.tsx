import type { UseMutationResult } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { ApiError } from "../platform/api-error.ts";
import { ProofDialog } from "./proof-dialog.tsx";

/**
 * Sends a write that asks for a proof of identity: first as it is, since a proof of the last minutes counts, and once
 * more after the dialog. `problem` is any other refusal.
 */
export function useProven<Result, Sent>(
  write: UseMutationResult<Result, ApiError, Sent>,
  { title, action, about }: { title: string; action: string; about: ReactNode },
) {
  const [unproven, setUnproven] = useState<{ sent: Sent }>();
  return {
    send: (sent: Sent) =>
      write.mutate(sent, { onError: ({ code }) => code === "confirmFirst" && setUnproven({ sent }) }),
    problem: write.error?.code === "confirmFirst" ? null : write.error,
    isAsking: unproven !== undefined,
    dialog: unproven && (
      <ProofDialog
        refused
        title={title}
        action={action}
        onClose={() => setUnproven(undefined)}
        onProven={() =>
          write.mutateAsync(unproven.sent).then(
            () => setUnproven(undefined),
            (error: unknown) => {
              if ((error as ApiError).code === "confirmFirst") throw error;
              setUnproven(undefined);
            },
          )
        }
      >
        {about}
      </ProofDialog>
    ),
  };
}
