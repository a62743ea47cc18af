import { companyProvider } from "@tradewind/contract/access/company-providers.ts";
import { formatDate, formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { useProven } from "../../shared/use-proven.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Card } from "../../ui/page.tsx";
import { Alert } from "../../ui/alert.tsx";
import { toast } from "../../ui/toast.tsx";
import { provisioningTokensQuery } from "./company-providers.queries.ts";

const refreshes = ["companyProvider"];
/** Days for which a token is made: directories are set up once a year. */
const Days = 365;

/** The tokens with which the company's directory provides people. */
export function ProvisioningTokens({ mayChange }: { mayChange: boolean }) {
  const { data, error, refetch } = useQuery(provisioningTokensQuery);
  const [made, setMade] = useState<string>();
  const [ending, setEnding] = useState<{ Id: string; Hint: string }>();
  const [send, dialog] = useProven();
  const make = useWrite(companyProvider.makeToken, { refreshes, shown: true, onDone: ({ Token }) => setMade(Token) });
  const revoke = useWrite(companyProvider.revokeToken, {
    refreshes,
    onDone: () => {
      toast(`The token ${ending!.Hint}… was revoked`);
      if (made?.startsWith(ending!.Hint)) setMade(undefined);
      setEnding(undefined);
    },
  });
  if (error && !data) return <QueryError error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <Card title="Provisioning" about="Your directory adds, changes and takes away people (SCIM 2.0)">
      <div className="grid gap-4 pt-2">
        <div className="grid gap-1">
          <span className="text-sm font-medium">Address, to enter at the directory</span>
          <span className="flex flex-wrap items-center gap-2">
            <code className="min-w-0 wrap-anywhere">{data.Address}</code>
            <CopyButton text={data.Address} />
          </span>
        </div>
        {made && (
          <>
            <Alert type="warning" live>
              This is the only time that the token is shown.
            </Alert>
            <CodeBlock label="Token" text={made} wrap />
          </>
        )}
        {make.error && make.error.code !== "confirmFirst" && (
          <Alert type="error" live>
            {make.error.message}
          </Alert>
        )}
        {data.Items.map(({ Id, Hint, MadeBy, Expires, LastUsed }) => (
          <div key={Id} className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-4">
            <span className="grid min-w-0">
              <code>{Hint}…</code>
              <span className="text-sm text-muted">
                Made by {MadeBy}, until {formatDate(Expires)} ·{" "}
                {LastUsed ? `last used ${formatDateTime(LastUsed)}` : "never used"}
              </span>
            </span>
            {mayChange && (
              <Button variant="outlineDanger" onClick={() => setEnding({ Id, Hint })}>
                Revoke<span className="sr-only"> {Hint}</span>
              </Button>
            )}
          </div>
        ))}
        {!mayChange && data.Items.length === 0 && <p className="text-muted">No tokens yet.</p>}
        {mayChange && (
          <div>
            <Button
              busy={make.isPending}
              onClick={() =>
                void send({
                  title: "Make a token",
                  action: "Make token",
                  send: () => make.mutateAsync({ body: { Days } }),
                })
              }
            >
              Make a token
            </Button>
          </div>
        )}
      </div>
      {dialog}
      {ending && (
        <ConfirmDialog
          title={`Revoke ${ending.Hint}…?`}
          action="Revoke"
          danger
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate({ params: { scimTokenId: ending.Id } })}
          onClose={() => setEnding(undefined)}
        >
          Your directory is refused from now on, so nobody is added, changed or taken away by it. This cannot be undone.
        </ConfirmDialog>
      )}
    </Card>
  );
}
