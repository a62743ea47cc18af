import { quickLinks as endpoints } from "@tradewind/contract/insight/quick-links.ts";
import { quickLinkScreens, reachableLinks } from "@tradewind/contract/insight/quick-link-screens.ts";
import { mostQuickLinks, type QuickLinkKey } from "@tradewind/domain/insight/quick-links.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import { useSession } from "../../platform/session.ts";
import { LeaveGuard } from "../../shared/leave-guard.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { quickLinksQuery } from "./quick-links.queries.ts";
import { quickLinkIcons } from "./quick-links.tsx";

export function ConfigureQuickLinksScreen() {
  const { data, error, refetch } = useQuery(quickLinksQuery);
  return (
    <div className="mx-auto grid w-full max-w-4xl">
      {error && !data ? (
        <>
          <PageHeader title="Quick links" />
          <QueryError error={error} onRetry={() => void refetch()} />
        </>
      ) : !data ? (
        <>
          <PageHeader title="Quick links" />
          <Skeleton className="h-72" />
        </>
      ) : (
        <Choice saved={data.Links} />
      )}
    </div>
  );
}

/** Shows the current choice beside the saved one; nothing is sent before Save. */
function Choice({ saved }: { saved: readonly QuickLinkKey[] }) {
  const { User, rights, Restricted } = useSession();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<readonly QuickLinkKey[]>();
  const [told, setTold] = useState("");
  const save = useWrite(endpoints.choose, {
    onDone: (result) => {
      queries.setQueryData(quickLinksQuery.queryKey, result);
      setDraft(undefined);
      toast("Your quick links were saved");
    },
  });
  const chosen = draft ?? saved;
  const others = reachableLinks(User.Kind, rights, Restricted.Customers).filter((key) => !chosen.includes(key));
  const full = chosen.length >= mostQuickLinks;
  const changed = chosen.join() !== saved.join();

  const change = (next: readonly QuickLinkKey[], sentence: string) => {
    setDraft(next);
    setTold(sentence);
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= chosen.length) return;
    const key = chosen[from]!;
    change(chosen.toSpliced(from, 1).toSpliced(to, 0, key), `${quickLinkScreens[key].label} is now number ${to + 1}`);
  };

  return (
    <>
      <LeaveGuard when={() => changed && !save.isPending} />
      <PageHeader
        title="Quick links"
        about="The shortcuts on your dashboard, in your order. Only you see them."
        actions={
          <>
            <Button disabled={!changed || save.isPending} onClick={() => change(saved, "Your changes were undone")}>
              Cancel
            </Button>
            <Button
              variant="primary"
              busy={save.isPending}
              disabled={!changed}
              onClick={() => save.mutate({ body: { Links: [...chosen] } })}
            >
              Save
            </Button>
          </>
        }
      />
      <p role="status" className="sr-only">
        {told}
      </p>
      <div className="grid items-start gap-6 md:grid-cols-2">
        <Card
          title="On your dashboard"
          about={`${chosen.length} of at most ${mostQuickLinks}${changed ? ", not saved yet" : ""}`}
          flush
        >
          {chosen.length === 0 ? (
            <EmptyState tight icon="none" title="No quick links">
              Add the pages you open most from the list of the others.
            </EmptyState>
          ) : (
            <ol aria-label="On your dashboard" className="border-t border-line">
              {chosen.map((key, at) => (
                <Line key={key} link={key}>
                  <IconButton
                    icon="arrowUp"
                    label={`Move ${quickLinkScreens[key].label} up`}
                    aria-disabled={at === 0}
                    onClick={() => move(at, at - 1)}
                  />
                  <IconButton
                    icon="arrowDown"
                    label={`Move ${quickLinkScreens[key].label} down`}
                    aria-disabled={at === chosen.length - 1}
                    onClick={() => move(at, at + 1)}
                  />
                  <IconButton
                    icon="close"
                    label={`Remove ${quickLinkScreens[key].label}`}
                    onClick={() =>
                      change(
                        chosen.filter((each) => each !== key),
                        `${quickLinkScreens[key].label} was removed`,
                      )
                    }
                  />
                </Line>
              ))}
            </ol>
          )}
        </Card>
        <Card title="Others" about={full ? "Remove one to add another" : "Pages you may open"} flush>
          {others.length === 0 ? (
            <EmptyState tight icon="checkCircle" title="All of them are on your dashboard">
              Remove one from there to find it here again.
            </EmptyState>
          ) : (
            <ul aria-label="Others" className="border-t border-line">
              {others.map((key) => (
                <Line key={key} link={key}>
                  <Button
                    size="small"
                    icon="add"
                    disabled={full}
                    aria-label={`Add ${quickLinkScreens[key].label}`}
                    onClick={() => change([...chosen, key], `${quickLinkScreens[key].label} was added`)}
                  >
                    Add
                  </Button>
                </Line>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </>
  );
}

function Line({ link, children }: { link: QuickLinkKey; children: React.ReactNode }) {
  return (
    <li className="flex min-h-12 items-center gap-3 border-b border-line py-1.5 pr-3 pl-5 last:border-0 max-md:pl-4">
      <Icon name={quickLinkIcons[link]} className="text-muted" />
      <span className="min-w-0 flex-1 truncate">{quickLinkScreens[link].label}</span>
      <span className="flex gap-1">{children}</span>
    </li>
  );
}
