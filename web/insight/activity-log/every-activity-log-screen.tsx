import { everyActivityLog, operatorsLog } from "@tradewind/contract/insight/activity-log.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { searchResellers } from "../../portal/flags/flags.queries.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { useRows } from "../../shared/list/list-table.tsx";
import { ListScreen } from "../../shared/list/list-screen.tsx";
import { useFilter } from "../../shared/list/use-filter.ts";
import { Combobox } from "../../ui/combobox.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { everyLogQuery, stateOfQuery, type LogEntry } from "./activity-log.queries.ts";
import { EntryPanel } from "./entry-panel.tsx";
import { logColumns, SealState } from "./activity-words.tsx";
import { LogFilters } from "./log-filters.tsx";

const columns = logColumns(true);
const own = { id: operatorsLog, label: "Operator" };

/** Every company's log and the operator's own, for its staff. */
export function EveryActivityLogScreen() {
  const [opened, setOpened] = useState<LogEntry>();
  const filter = useFilter(screens.everyActivityLog);
  const { asked, ask } = filter;
  const list = useInfiniteQuery(everyLogQuery(asked));
  const { data: state } = useQuery(stateOfQuery(asked.CompanyId));
  const { rows } = useRows(list);
  const [chosen, setChosen] = useState(own);
  const { CompanyId } = asked;
  const label = CompanyId === own.id ? own.label : chosen.id === CompanyId ? chosen.label : (rows[0]?.Company ?? "…");
  return (
    <>
      <ListScreen
        title="Activity log"
        words={["entry", "entries"]}
        filter={filter}
        about={
          state ? <SealState state={state} /> : "Choose a company to see how far its log is sealed, and to download it."
        }
        headActions={
          <>
            <DownloadButton endpoint={everyActivityLog.csv} sent={{ query: asked }} fileName="activity-log.csv">
              Export CSV
            </DownloadButton>
            {state && (
              <DownloadButton
                endpoint={everyActivityLog.sealed}
                sent={{ query: { CompanyId } }}
                fileName="activity-log.jsonl"
              >
                Sealed log
              </DownloadButton>
            )}
          </>
        }
        searchLabel="Search by person"
        filters={
          <>
            <Combobox
              label="Company"
              className="w-48 max-md:w-full"
              placeholder="All companies"
              value={CompanyId === undefined ? null : { id: CompanyId, label }}
              onValue={(option) => {
                if (option) setChosen(option);
                ask({ CompanyId: option?.id });
              }}
              search={async (text, signal) => [
                ...("operator".startsWith(text.toLowerCase()) ? [own] : []),
                ...(await searchResellers(text, signal)),
              ]}
            />
            <LogFilters asked={asked} ask={ask} />
          </>
        }
        settings="every-activity-log"
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
