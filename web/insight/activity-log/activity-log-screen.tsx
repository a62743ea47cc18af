import { customers } from "@tradewind/contract/customers/customers.ts";
import { activityLog } from "@tradewind/contract/insight/activity-log.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { useAllowed, useSession } from "../../platform/session.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { useFilter } from "../../shared/list/use-filter.ts";
import { ownLogQuery, ownStateQuery } from "./activity-log.queries.ts";
import { SealState } from "./activity-words.tsx";
import { LogChooser, LogList } from "./log-list.tsx";

/** The log of the company, for those who manage its people. Whoever looks after a part of it sees that part. */
export function ActivityLogScreen() {
  const filter = useFilter(screens.activityLog);
  const { asked, ask } = filter;
  const list = useInfiniteQuery(ownLogQuery(asked));
  const { Restricted } = useSession();
  const mayPickCustomer = useAllowed(customers.suggestions);
  const isPart = Restricted.Customers || Restricted.Products;
  const { data: state } = useQuery({ ...ownStateQuery, enabled: !isPart });
  return (
    <LogList
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
      chooser={
        mayPickCustomer && (
          <LogChooser
            label="Customer"
            placeholder="All customers"
            id={asked.CustomerId}
            onId={(CustomerId) => ask({ CustomerId })}
            nameIn={({ Customer }) => Customer}
            list={list}
            search={async (Search, signal) => {
              const { Items } = await call(customers.suggestions, { query: { Search }, signal });
              return Items.map(({ Id, Name }) => ({ id: Id, label: Name }));
            }}
          />
        )
      }
      settings="activity-log"
      list={list}
    />
  );
}
