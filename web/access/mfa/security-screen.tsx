import type { mfa } from "@tradewind/contract/access/mfa.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useSession } from "../../platform/session.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, Facts, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { ConfigureMfaDialog } from "./configure-mfa-dialog.tsx";
import { mfaQuery } from "./mfa.queries.ts";
import { PasskeysCard } from "./passkeys-card.tsx";
import { RecoveryCodesDialog, ResetMfaDialog } from "./reset-dialogs.tsx";

const LinkedAccounts = lazy(async () => ({
  default: (await import("../../shared/linked-accounts.tsx")).LinkedAccounts,
}));

type Standing = ResultOf<typeof mfa.isEnabled>;

/** Shows how the signed-in person's account is protected. */
export function SecurityScreen() {
  const { JumpedBy, User } = useSession();
  const { data, error, refetch } = useQuery(mfaQuery);
  return (
    <div className="mx-auto w-full max-w-3xl">
      <PageHeader
        title="Security"
        about={JumpedBy ? `How the account of ${User.displayName} is protected` : "How your account is protected"}
      />
      {error && !data ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-40 w-full" />
      ) : data.IsAvailable ? (
        <div className="grid gap-6">
          <MfaCard standing={data} />
          <PasskeysCard hasApp={data.IsEnabled} codesLeft={data.RecoveryCodesLeft} />
        </div>
      ) : (
        <NotHere />
      )}
      <Suspense>
        <LinkedAccounts />
      </Suspense>
    </div>
  );
}

/** Says whose matter it is how the person proves who they are, if it cannot be changed in this session. */
function NotHere() {
  const { JumpedBy, User } = useSession();
  return JumpedBy ? (
    <Alert type="info" title={`Only ${User.displayName} can see and change this`}>
      You are visiting their portal.
    </Alert>
  ) : (
    <Alert type="info" title="Your organisation manages this">
      You signed in through your organisation’s own provider. Its administrator decides how you sign in.
    </Alert>
  );
}

function MfaCard({ standing }: { standing: Standing }) {
  const [open, setOpen] = useState<"configure" | "reset" | "codes">();
  const close = () => setOpen(undefined);
  const { IsEnabled, IsRequired, EnabledAt, RecoveryCodesLeft: left } = standing;
  return (
    <Card title="Multi-factor authentication">
      <div className="grid gap-5">
        <p className="text-muted">
          A code from an authenticator app on your phone, in addition to your password. Somebody who learns your
          password still cannot sign in.
        </p>
        {IsEnabled ? (
          <>
            <Facts
              facts={[
                { label: "State", value: <StatusDot tone="success">On</StatusDot> },
                { label: "Since", value: EnabledAt ? formatDateTime(EnabledAt) : "" },
                { label: "Recovery codes left", value: left },
              ]}
            />
            {left < 3 && (
              <Alert type="warning" title={left === 0 ? "You have no recovery codes" : "Few recovery codes left"}>
                Without them you cannot sign in when your device is lost. Create some and keep them safe.
              </Alert>
            )}
            <div className="flex flex-wrap gap-2 max-md:*:w-full">
              <Button onClick={() => setOpen("codes")}>
                {left > 0 ? "New recovery codes" : "Create recovery codes"}
              </Button>
              <Button variant="outlineDanger" onClick={() => setOpen("reset")}>
                Reset
              </Button>
            </div>
          </>
        ) : (
          <>
            <Facts facts={[{ label: "State", value: <StatusDot tone="disabled">Off</StatusDot> }]} />
            {IsRequired && (
              <Alert type="warning" title="Your organisation requires it">
                You will be asked to set it up at your next sign-in.
              </Alert>
            )}
            <div className="flex flex-wrap gap-2 max-md:*:w-full">
              <Button variant="primary" onClick={() => setOpen("configure")}>
                Set up
              </Button>
            </div>
          </>
        )}
      </div>
      {open === "configure" && <ConfigureMfaDialog onClose={close} />}
      {open === "reset" && <ResetMfaDialog isRequired={IsRequired} onClose={close} />}
      {open === "codes" && <RecoveryCodesDialog left={left} onClose={close} />}
    </Card>
  );
}
