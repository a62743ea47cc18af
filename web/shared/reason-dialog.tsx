import { useId, useState, type ReactNode } from "react";
import type { ApiError } from "../platform/api-error.ts";
import { TaskDialog } from "../ui/dialog.tsx";
import { Alert } from "../ui/alert.tsx";
import { TextArea } from "../ui/text-field.tsx";
import { useDraft } from "./draft.ts";
import { ProofDialog } from "./proof-dialog.tsx";

type Props = {
  /** What the reason is for, by id: a reload keeps what was typed for it alone. */
  draft: string;
  title: string;
  subtitle?: string;
  action: string;
  danger?: boolean;
  about: string;
  /** What the proof of identity is for, after "Confirm that it is you". */
  proofFor: string;
  longest: number;
  write: { error: ApiError | null; isPending: boolean };
  send: (reason: string) => Promise<unknown>;
  onClose: () => void;
  /** Fields before the reason. */
  children?: ReactNode;
};

/** Asks for the reason that the log keeps, sends it, and asks who it is if the server wants a proof first. */
export function ReasonDialog({ draft, about, proofFor, longest, write, send, children, ...dialog }: Props) {
  const form = useId();
  const [{ reason }, setDraft] = useDraft(`reason:${draft}`, { reason: "" }, { untilLeft: true });
  const [unproven, setUnproven] = useState(false);
  if (unproven)
    return (
      <ProofDialog refused {...dialog} onProven={() => send(reason)}>
        Confirm that it is you: {proofFor}
      </ProofDialog>
    );
  const { code, message, fields = {} } = write.error ?? {};
  return (
    <TaskDialog {...dialog} size="small" form={form} busy={write.isPending}>
      <form
        id={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send(reason).catch((error: ApiError) => error.code === "confirmFirst" && setUnproven(true));
        }}
      >
        {message && code !== "confirmFirst" && Object.keys(fields).length === 0 && (
          <Alert type="error" live>
            {message}
          </Alert>
        )}
        <p className="text-muted">{about}</p>
        {children}
        <TextArea
          label="Reason"
          maxLength={longest}
          value={reason}
          error={fields["Reason"]}
          onChange={({ target }) => setDraft({ reason: target.value })}
        />
      </form>
    </TaskDialog>
  );
}
