import { everyActivityLog, operatorsLog } from "@tradewind/contract/insight/activity-log.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { searchResellers } from "../../portal/flags/flags.queries.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { useFilter } from "../../shared/list/use-filter.ts";
import { everyLogQuery, stateOfQuery } from "./activity-log.queries.ts";
import { SealState } from "./activity-words.tsx";
import { LogChooser, LogList } from "./log-list.tsx";

const own = { id: operatorsLog, label: "Operator" };

/** Every company's log and the operator's own, for its staff. */
export function EveryActivityLogScreen() {
  const filter = useFilter(screens.everyActivityLog);
  const { asked, ask } = filter;
  const list = useInfiniteQuery(everyLogQuery(asked));
  const { data: state } = useQuery(stateOfQuery(asked.CompanyId));
  return (
    <LogList
      everybodys
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
              sent={{ query: { CompanyId: asked.CompanyId } }}
              fileName="activity-log.jsonl"
            >
              Sealed log
            </DownloadButton>
          )}
        </>
      }
      chooser={
        <LogChooser
          label="Company"
          placeholder="All companies"
          id={asked.CompanyId}
          onId={(CompanyId) => ask({ CompanyId })}
          nameIn={({ Company }) => Company}
          list={list}
          known={own}
          search={async (text, signal) => [
            ...("operator".startsWith(text.toLowerCase()) ? [own] : []),
            ...(await searchResellers(text, signal)),
          ]}
        />
      }
      settings="every-activity-log"
      list={list}
    />
  );
}
