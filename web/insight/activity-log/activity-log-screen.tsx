import { activityLog } from "@tradewind/contract/insight/activity-log.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../platform/session.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { ListScreen } from "../../shared/list/list-screen.tsx";
import { useFilter } from "../../shared/list/use-filter.ts";
import { EmptyState } from "../../ui/placeholder.tsx";
import { ownLogQuery, ownStateQuery, type LogEntry } from "./activity-log.queries.ts";
import { EntryPanel } from "./entry-panel.tsx";
import { logColumns, SealState } from "./activity-words.tsx";
import { LogFilters } from "./log-filters.tsx";

const columns = logColumns(false);

/** The log of the company, for those who manage its people. Whoever looks after a part of it sees that part. */
export function ActivityLogScreen() {
  const [opened, setOpened] = useState<LogEntry>();
  const filter = useFilter(screens.activityLog);
  const { asked, ask } = filter;
  const list = useInfiniteQuery(ownLogQuery(asked));
  const { Restricted } = useSession();
  const isPart = Restricted.Customers || Restricted.Products;
  const { data: state } = useQuery({ ...ownStateQuery, enabled: !isPart });
  return (
    <>
      <ListScreen
        title="Activity log"
        words={["entry", "entries"]}
        filter={filter}
        about={
          isPart ? (
            "What happened with the customers and products you look after."
          ) : state ? (
            <SealState state={state} />
          ) : (
            <span role="status">Counting…</span>
          )
        }
        headActions={
          <>
            <DownloadButton endpoint={activityLog.csv} sent={{ query: asked }} fileName="activity-log.csv">
              Export CSV
            </DownloadButton>
            {state && (
              <DownloadButton endpoint={activityLog.sealed} sent={{}} fileName="activity-log.jsonl">
                Sealed log
              </DownloadButton>
            )}
          </>
        }
        searchLabel="Search by person"
        filters={<LogFilters asked={asked} ask={ask} />}
        settings="activity-log"
        list={list}
        columns={columns}
        rowKey={(row) => row.Id}
        onOpen={setOpened}
        empty={
          <EmptyState icon="document" title="Nothing has happened yet">
            Every sign-in, change, download and refusal is kept here from now on.
          </EmptyState>
        }
      />
      {opened && <EntryPanel entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
