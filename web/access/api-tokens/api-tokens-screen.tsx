import { apiTokens, operatorTokens, type ApiToken } from "@tradewind/contract/access/api-tokens.ts";
import { formatDate, formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { useSession } from "../../platform/session.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { Badge } from "../../ui/status.tsx";
import { toast } from "../../ui/toast.tsx";
import { tokensQuery, type Owner } from "./api-tokens.queries.ts";
import { scopesLine } from "@tradewind/domain/access/scope-words.ts";

const MakeTokenDialog = lazy(async () => ({ default: (await import("./make-token-dialog.tsx")).MakeTokenDialog }));

export const ApiTokensScreen = () => <Tokens owner="company" />;
export const OperatorTokensScreen = () => <Tokens owner="operator" />;

/** Lists the keys of a company's programs, makes and revokes them. */
function Tokens({ owner }: { owner: Owner }) {
  const { data, error, refetch } = useQuery(tokensQuery(owner));
  const visited = useSession().JumpedBy !== null;
  const [making, setMaking] = useState(false);
  const [ending, setEnding] = useState<ApiToken>();
  const done = {
    refreshes: ["apiTokens"],
    onDone: () => {
      toast(`The token “${ending!.Name}” was revoked.`);
      setEnding(undefined);
    },
  };
  const ofCompany = useWrite(apiTokens.revoke, done);
  const ofOperator = useWrite(operatorTokens.revoke, done);
  const make = visited ? undefined : (
    <Button variant="primary" icon="add" onClick={() => setMaking(true)}>
      Make a token
    </Button>
  );
  return (
    <div className="mx-auto w-full max-w-3xl">
      <PageHeader
        title="API tokens"
        about="Keys with which your own programs use the portal. Each does at most what its maker may."
        actions={data && data.length > 0 ? make : undefined}
      />
      {error && !data ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div aria-hidden="true" className="grid gap-4">
          <Skeleton className="h-28" />
          <Skeleton className="h-28" />
        </div>
      ) : data.length === 0 ? (
        <Card>
          <EmptyState icon="settings" title="No API tokens yet" action={make}>
            A token lets a program of yours read or change what you choose.{" "}
            <a href="/api/docs" className="text-accent-text underline underline-offset-4">
              The API’s description
            </a>{" "}
            says what it can call.
          </EmptyState>
        </Card>
      ) : (
        <ul className="grid gap-4">
          {data.map((token) => (
            <TokenLine key={token.Id} token={token} onRevoke={visited ? undefined : () => setEnding(token)} />
          ))}
        </ul>
      )}
      {making && (
        <Suspense fallback={null}>
          <MakeTokenDialog owner={owner} onClose={() => setMaking(false)} />
        </Suspense>
      )}
      {ending && (
        <ConfirmDialog
          title={`Revoke “${ending.Name}”?`}
          action="Revoke"
          danger
          busy={ofCompany.isPending || ofOperator.isPending}
          onConfirm={() =>
            owner === "company"
              ? ofCompany.mutate({ params: { apiTokenId: ending.Id } })
              : ofOperator.mutate({ params: { operatorTokenId: ending.Id } })
          }
          onClose={() => setEnding(undefined)}
        >
          Programs that use it are refused from now on. This cannot be undone.
        </ConfirmDialog>
      )}
    </div>
  );
}

function TokenLine({ token, onRevoke }: { token: ApiToken; onRevoke: (() => void) | undefined }) {
  const { Name, Hint, Scopes, MadeBy, Made, Expires, LastUsed, Ended, RevokedBy } = token;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-5 py-4 max-md:px-4">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-base wrap-anywhere">{Name}</h2>
          {Ended && <Badge>{RevokedBy ? "Revoked" : "Expired"}</Badge>}
        </div>
        <p className="font-mono text-sm text-muted">{Hint}…</p>
        <p className="wrap-anywhere">{scopesLine(Scopes)}</p>
        <p className="text-sm text-muted">
          Made by {MadeBy} on {formatDate(Made)} ·{" "}
          {Ended
            ? `${RevokedBy ? `revoked by ${RevokedBy}` : "expired"} ${formatDateTime(Ended)}`
            : `expires ${formatDate(Expires)}`}{" "}
          · {LastUsed ? `last used ${formatDateTime(LastUsed)}` : "never used"}
        </p>
      </div>
      {onRevoke && !Ended && (
        <Button aria-label={`Revoke ${Name}`} onClick={onRevoke}>
          Revoke
        </Button>
      )}
    </li>
  );
}
