import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { canUsePasskeys } from "../../shared/passkeys.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/status.tsx";
import { AddPasskeyDialog } from "./add-passkey-dialog.tsx";
import { passkeysQuery, type PasskeyLine } from "./mfa.queries.ts";
import { RemovePasskeyDialog, RenamePasskeyDialog } from "./passkey-dialogs.tsx";
import { RecoveryCodesDialog } from "./reset-dialogs.tsx";

type Open = "add" | "codes" | { rename: PasskeyLine } | { remove: PasskeyLine };

/** Lists the person's passkeys, and manages recovery codes if there is no authenticator app. */
export function PasskeysCard({ hasApp, codesLeft }: { hasApp: boolean; codesLeft: number }) {
  const { data, error, refetch } = useQuery(passkeysQuery);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const managesCodes = !hasApp && data !== undefined && data.length > 0;
  return (
    <Card title="Passkeys">
      <div className="grid gap-5">
        <p className="text-muted">
          Sign in with your finger, face or PIN instead of a password, or with your password and a passkey instead of a
          code. A passkey works only here, so nobody can trick you into giving it away.
        </p>
        {error && !data ? (
          <QueryError tight error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton className="h-16 w-full" />
        ) : data.length === 0 ? (
          <p>You have no passkeys yet.</p>
        ) : (
          <PasskeyList lines={data} onOpen={setOpen} />
        )}
        {managesCodes && codesLeft < 3 && (
          <Alert type="warning" title={codesLeft === 0 ? "You have no recovery codes" : "Few recovery codes left"}>
            Without them you cannot sign in with your password when your passkeys are lost. Create some and keep them
            safe.
          </Alert>
        )}
        {canUsePasskeys() ? (
          <div className="flex flex-wrap gap-2 max-md:*:w-full">
            <Button disabled={!data} onClick={() => setOpen("add")}>
              Add a passkey
            </Button>
            {managesCodes && (
              <Button onClick={() => setOpen("codes")}>
                {codesLeft > 0 ? "New recovery codes" : "Create recovery codes"}
              </Button>
            )}
          </div>
        ) : (
          <Alert type="info">This browser cannot use passkeys. Open this page in another one to add one.</Alert>
        )}
      </div>
      {open === "add" && <AddPasskeyDialog onClose={close} />}
      {open === "codes" && <RecoveryCodesDialog left={codesLeft} onClose={close} />}
      {typeof open === "object" && "rename" in open && <RenamePasskeyDialog passkey={open.rename} onClose={close} />}
      {typeof open === "object" && "remove" in open && <RemovePasskeyDialog passkey={open.remove} onClose={close} />}
    </Card>
  );
}

function PasskeyList({ lines, onOpen }: { lines: readonly PasskeyLine[]; onOpen: (open: Open) => void }) {
  return (
    <ul aria-label="Your passkeys" className="grid divide-y divide-line border-y border-line">
      {lines.map((line) => (
        <li key={line.Id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
          <div className="grid min-w-0 gap-0.5">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h3 className="text-base wrap-anywhere">{line.Name}</h3>
              {line.IsBackedUp && <Badge tone="accent">Synced</Badge>}
            </div>
            <p className="text-sm text-muted">
              {line.Host !== location.hostname && `For ${line.Host} · `}Added {formatDateTime(line.CreatedAt)} ·{" "}
              {line.LastUsedAt ? `last used ${formatDateTime(line.LastUsedAt)}` : "not used yet"}
            </p>
          </div>
          <div className="flex gap-2 max-md:w-full max-md:*:flex-1">
            <Button size="small" aria-label={`Rename ${line.Name}`} onClick={() => onOpen({ rename: line })}>
              Rename
            </Button>
            <Button
              size="small"
              variant="outlineDanger"
              aria-label={`Remove ${line.Name}`}
              onClick={() => onOpen({ remove: line })}
            >
              Remove
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
