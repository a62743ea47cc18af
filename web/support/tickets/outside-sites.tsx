import { helpSites } from "@tradewind/contract/support/help-sites.ts";
import { call } from "../../platform/api.ts";
import { mayUse, useSession } from "../../platform/session.ts";
import { openSignedIn } from "../../shared/open-signed-in.ts";
import { Icon } from "../../ui/icon.tsx";

const sites = [
  { endpoint: helpSites.helpCentre, label: "Help centre", text: "Courses, and the calendar of maintenance." },
  { endpoint: helpSites.cloudServer, label: "Cloud servers", text: "Start, stop and resize servers in their console." },
] as const;

/** Outside sites that know who comes from here. */
export function OutsideSites() {
  const session = useSession();
  return sites
    .filter(({ endpoint }) => mayUse(session, endpoint))
    .map(({ endpoint, label, text }) => (
      <li key={label} className="grid">
        <button
          type="button"
          className="flex w-fit items-center gap-1.5 rounded-control font-medium text-accent-text underline-offset-4 hover:underline"
          onClick={() => void openSignedIn(label, async () => (await call(endpoint)).Url)}
        >
          {label}
          <Icon name="external" size={14} />
          <span className="sr-only">opens a new page</span>
        </button>
        <span className="text-sm text-muted">{text}</span>
      </li>
    ));
}
