import { footer } from "@tradewind/contract/portal/footer.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import { useSession } from "../../platform/session.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { optOutsQuery, type OptOutLine } from "./footer.queries.ts";

/** Chooses which messages the person receives. */
export function OptOutScreen() {
  const { data, error, refetch } = useQuery(optOutsQuery);
  return (
    <div className="mx-auto grid w-full max-w-2xl">
      <PageHeader
        title="Communication preferences"
        about="You always receive messages about your orders, invoices and account."
      />
      {data ? (
        <OptOutForm key={JSON.stringify(data)} lines={data} />
      ) : error ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
    </div>
  );
}

function OptOutForm({ lines }: { lines: readonly OptOutLine[] }) {
  const { JumpedBy } = useSession();
  const [out, setOut] = useState<readonly OptOutLine["Id"][]>(
    lines.filter(({ OptedOut }) => OptedOut).map(({ Id }) => Id),
  );
  const save = useWrite(footer.setOptOuts, {
    refreshes: ["opt-outs"],
    shown: true,
    onDone: () => toast("Your preferences were saved"),
  });
  const changed = lines.some(({ Id, OptedOut }) => out.includes(Id) !== OptedOut);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ body: { OptedOut: [...out] } });
      }}
    >
      <Card>
        <div className="grid gap-5">
          <p>Tick what you want to receive.</p>
          {JumpedBy && <Alert type="info">Only the person can change this. You are visiting their portal.</Alert>}
          {save.error && (
            <Alert type="danger" live>
              {save.error.message}
            </Alert>
          )}
          <fieldset disabled={JumpedBy !== null} className="grid gap-4">
            <legend className="sr-only">Messages to receive</legend>
            {lines.map(({ Id, Label, Description }) => (
              <Checkbox
                key={Id}
                label={Label}
                hint={Description}
                checked={!out.includes(Id)}
                onChange={({ target }) => setOut(target.checked ? out.filter((each) => each !== Id) : [...out, Id])}
              />
            ))}
          </fieldset>
          <div>
            <Button variant="primary" type="submit" busy={save.isPending} disabled={!changed || JumpedBy !== null}>
              Save preferences
            </Button>
          </div>
        </div>
      </Card>
    </form>
  );
}
