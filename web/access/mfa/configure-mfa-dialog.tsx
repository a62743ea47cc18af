import { mfa, type ConfigureMFAData } from "@tradewind/contract/access/mfa.ts";
import { useQuery } from "@tanstack/react-query";
import { useId, useState, type FormEvent } from "react";
import { ApiError } from "../../platform/api-error.ts";
import { t, translated } from "../../platform/translate.ts";
import { useWrite } from "../../platform/queries.ts";
import { SetupKey, TokenField } from "../../shared/mfa-parts.tsx";
import { ProofDialog } from "../../shared/proof-dialog.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { setupQuery } from "./mfa.queries.ts";
import { MadeCodesDialog } from "./recovery-codes.tsx";

const title = "Set up multi-factor authentication";

/**
 * The configure-mfa popup: asks for a proof of identity if the last one is too old, shows the key, asks for a code, shows
 * the recovery codes. Confirms leaving early.
 */
export function ConfigureMfaDialog({ onClose }: { onClose: () => void }) {
  const form = useId();
  const [opening] = useState(() => crypto.randomUUID());
  const setup = useQuery(setupQuery(opening));
  const [changed, setChanged] = useState<Partial<ConfigureMFAData>>({});
  const [token, setToken] = useState("");
  const [problem, setProblem] = useState("");
  const [leaving, setLeaving] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const verify = useWrite(mfa.configure, {
    refreshes: ["mfa"],
    shown: true,
    onDone: ({ RecoveryCodes: made }) => setCodes(made),
  });
  const model: ConfigureMFAData | undefined = setup.data && { ...setup.data, ...changed };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (token.trim() === "" || verify.isPending) return;
    setChanged({ ...changed, errorData: { isError: false } });
    verify.mutate(
      { body: { Token: token } },
      {
        onError: (error) => {
          setProblem(
            error instanceof ApiError ? translated(error.fields["Token"] ?? error.message) : t("ERROR.NO_ANSWER"),
          );
          setChanged({ ...changed, errorData: { isError: true } });
          setToken("");
        },
      },
    );
  }

  if (codes) return <MadeCodesDialog codes={codes} onClose={onClose} />;
  if (setup.error instanceof ApiError && setup.error.code === "confirmFirst")
    return (
      <ProofDialog refused title={title} action="Continue" onClose={onClose} onProven={() => setup.refetch()}>
        A second factor protects your account from now on, so please confirm first that it is you.
      </ProofDialog>
    );
  if (leaving)
    return (
      <Dialog
        title="Cancel the setup?"
        size="small"
        onClose={() => setLeaving(false)}
        footer={
          <>
            <Button onClick={() => setLeaving(false)}>Keep setting up</Button>
            <Button variant="outlineDanger" onClick={onClose}>
              Cancel setup
            </Button>
          </>
        }
      >
        <p className="text-muted">
          Multi-factor authentication is not on yet. If you cancel now, you will have to reconfigure it from the
          beginning, with a new key.
        </p>
      </Dialog>
    );
  return (
    <Dialog
      title={title}
      onClose={() => (model ? setLeaving(true) : onClose())}
      locked={verify.isPending}
      footer={
        <>
          <Button disabled={verify.isPending} onClick={() => (model ? setLeaving(true) : onClose())}>
            Cancel
          </Button>
          {model?.showStep === 2 ? (
            <>
              <Button disabled={verify.isPending} onClick={() => setChanged({ showStep: 1 })}>
                Back
              </Button>
              <Button
                type="submit"
                form={form}
                variant="primary"
                busy={verify.isPending}
                disabled={token.trim() === ""}
              >
                Verify
              </Button>
            </>
          ) : (
            // Drawn anew when the key is there, to take the focus then.
            <Button
              key={model ? "ready" : "waiting"}
              variant="primary"
              disabled={!model}
              autoFocus={model !== undefined}
              onClick={() => setChanged({ ...changed, showStep: 2 })}
            >
              Continue
            </Button>
          )}
        </>
      }
    >
      {setup.error && !model ? (
        <QueryError tight error={setup.error} onRetry={() => void setup.refetch()} />
      ) : !model ? (
        <Skeleton className="h-72 w-full" />
      ) : model.showStep === 1 ? (
        <SetupKey picture={model.qrCodeSetupImageUrl} manualKey={model.manualEntryKey} />
      ) : (
        <form id={form} noValidate onSubmit={submit}>
          <TokenField
            value={token}
            onValue={setToken}
            problem={model.errorData.isError ? problem || t("MFA.CONFIGURE.ERROR_MESSAGE_MAIN") : undefined}
            disabled={verify.isPending}
          />
        </form>
      )}
    </Dialog>
  );
}
