import type { Endpoint, SentOf } from "@tradewind/contract/endpoint.ts";
import type { PsaUpdated, updated } from "@tradewind/contract/psa/updates.ts";
import { useWrite } from "../../platform/queries.ts";
import { toast } from "../../ui/toast.tsx";

type UpdateCall = Endpoint & { readonly result: typeof updated };

/**
 * Sends an update of one of the PSA's reports, and says how that went: `name updated successfully`, that it failed, or that it
 * failed and why in the server's words. What becomes of each line is told with the report.
 */
export function usePsaUpdate<E extends UpdateCall>(endpoint: E, name: string) {
  const write = useWrite(endpoint, {
    shown: true,
    refreshes: ["psa"],
    onDone: (result) => {
      const { Succeed, Error, Errors } = result as PsaUpdated;
      if (Succeed) return toast(`${name} updated successfully`);
      const more = Errors.length > 1 ? ` And ${Errors.length - 1} more.` : "";
      return toast(`${name} failed to update: ${Error ?? "no reason was given"}${more}`, { kind: "problem" });
    },
  });
  return {
    isSending: write.isPending,
    send: (sent: SentOf<E>) =>
      write.mutate(sent, {
        onError: ({ reference }) => toast(`${name} failed to update`, { kind: "problem", reference }),
      }),
  };
}
