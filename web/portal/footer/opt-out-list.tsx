import { screens } from "@tradewind/contract/screens.ts";
import { useQuery } from "@tanstack/react-query";
import { OptOutKinds } from "../../shared/policy-dialog.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { TextLink } from "../../shared/link-render.tsx";
import { optOutsQuery } from "./footer.queries.ts";

/** Lists which messages the person receives, inside the privacy policy. */
export function OptOutList() {
  const { data, error } = useQuery(optOutsQuery);
  if (error) return <OptOutKinds note="Your choices could not be loaded. See your communication preferences." />;
  if (!data) return <Skeleton className="h-32 w-full" />;
  return (
    <div className="grid gap-3 rounded-control border border-line px-4 py-3">
      <ul aria-label="Messages you can choose" className="grid gap-2">
        {data.map(({ Id, Label, Description, OptedOut }) => (
          <li key={Id} className="flex flex-wrap items-start justify-between gap-x-4">
            <span className="grid min-w-0">
              <span className="font-medium">{Label}</span>
              <span className="text-sm text-muted">{Description}</span>
            </span>
            <StatusDot tone={OptedOut ? "disabled" : "success"}>{OptedOut ? "Not received" : "Received"}</StatusDot>
          </li>
        ))}
      </ul>
      <p>
        <TextLink to={screens.optOut.path}>Change your preferences</TextLink>
      </p>
    </div>
  );
}
