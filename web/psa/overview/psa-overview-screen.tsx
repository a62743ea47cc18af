import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { psaNames } from "@tradewind/domain/psa/sync.ts";
import { useQuery } from "@tanstack/react-query";
import { useAllowed, useSession } from "../../platform/session.ts";
import { appLink, TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { Alert } from "../../ui/alert.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { StatTile } from "../../ui/stat-tile.tsx";
import { psaSettingsQuery, usePsaCalls } from "../integration/integration.queries.ts";
import { CacheCard } from "./cache-card.tsx";
import { unmatchedQuery } from "./overview.queries.ts";
import { SyncsCard } from "./syncs-card.tsx";

/** Shows what of the company is not matched with its PSA, and how the readings of it stand. */
export function PsaOverviewScreen() {
  const calls = usePsaCalls();
  const seesReports = useAllowed(screens.psaReport);
  const isCached = useSession().flags.has("PSADataCaching");
  const settings = useQuery(psaSettingsQuery(calls));
  const unmatched = useQuery(unmatchedQuery(calls));
  const error = settings.error ?? unmatched.error;
  const connection = settings.data;
  const counts = unmatched.data;
  const isOn = connection?.enabled === true;
  const tile = { loading: counts === undefined, renderLink: appLink };
  return (
    <>
      <PageHeader
        title="PSA overview"
        about={connection ? psaNames[connection.type] : undefined}
        actions={
          <span className="flex flex-wrap gap-x-5 gap-y-1">
            <TextLink to={screens.psaMatch.path}>Match customers and services</TextLink>
            {seesReports && <TextLink to={screens.psaReport.path}>Reports</TextLink>}
            <TextLink to={screens.integration.path}>Integration</TextLink>
          </span>
        }
      />
      {error ? (
        <QueryError error={error} onRetry={() => void Promise.all([settings.refetch(), unmatched.refetch()])} />
      ) : connection === undefined ? (
        <Skeleton className="h-96 w-full" />
      ) : connection === null ? (
        <EmptyState
          icon="refresh"
          title="No PSA is connected"
          action={<TextLink to={screens.integration.path}>Connect your PSA</TextLink>}
        >
          Connect ConnectWise or Autotask to match your customers and services with it, and to compare what is billed.
        </EmptyState>
      ) : (
        <div className="grid gap-4">
          {!isOn && (
            <Alert type="warning">
              The integration is switched off: nothing is read or matched.{" "}
              <TextLink to={screens.integration.path}>Switch it on</TextLink>
            </Alert>
          )}
          <div className="grid grid-cols-1 gap-3 md:grid-cols-3 md:gap-4">
            <StatTile
              {...tile}
              icon="building"
              label="Customers not matched"
              value={counts?.customers}
              href={screens.psaMatch.path}
              note="They have no company in the PSA"
            />
            <StatTile
              {...tile}
              icon="cloud"
              label="Services not matched"
              value={counts?.services}
              href={linkTo(screens.psaMatch, {}, { Kind: "services" })}
              note="The PSA does not know what to bill for them"
            />
            <StatTile
              {...tile}
              icon="document"
              label="Contracts not matched"
              value={counts?.contracts}
              href={screens.psaMatch.path}
              note="Active in the PSA, of companies that are no customer here"
            />
          </div>
          {isCached && isOn && <CacheCard calls={calls} />}
          <SyncsCard calls={calls} isOn={isOn} />
        </div>
      )}
    </>
  );
}
