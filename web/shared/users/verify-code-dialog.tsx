import { users } from "@tradewind/contract/access/users.ts";
import { useId, useState, type FormEvent } from "react";
import type { User } from "../../access/users/users.queries.ts";
import { translated } from "../../platform/translate.ts";
import { useWrite } from "../../platform/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Alert } from "../../ui/alert.tsx";
import { TokenField } from "../mfa-parts.tsx";

/** Verifies a caller on the telephone: they read out a code from their authenticator app. */
export function VerifyCodeDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const form = useId();
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const verify = useWrite(users.verifyCode, { shown: true });
  const right = verify.isSuccess;

  function submit(event: FormEvent) {
    event.preventDefault();
    setProblem(undefined);
    verify.mutate(
      { params: { userId: user.Id }, body: { Token: code } },
      {
        onError: ({ fields, message }) => {
          setProblem(translated(fields["Token"] ?? message));
          setCode("");
        },
      },
    );
  }

  return (
    <Dialog
      title={`Verify a code of ${user.Name}`}
      size="small"
      onClose={onClose}
      locked={verify.isPending}
      footer={
        right ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={verify.isPending}>
              Cancel
            </Button>
            <Button type="submit" form={form} variant="primary" busy={verify.isPending} disabled={code === ""}>
              Verify
            </Button>
          </>
        )
      }
    >
      {right ? (
        <Alert type="success" live title={`It is ${user.Name}`}>
          The code comes from their device. It is used up now; sign-in asks for the next one.
        </Alert>
      ) : (
        <form id={form} noValidate className="grid gap-5" onSubmit={submit}>
          <p className="text-muted">
            Ask {user.Name} to read out the code that their authenticator app shows. A correct code proves that it is
            them.
          </p>
          <TokenField value={code} onValue={setCode} problem={problem} disabled={verify.isPending} />
        </form>
      )}
    </Dialog>
  );
}
