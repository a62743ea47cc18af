import { quickLinkScreens } from "@tradewind/contract/insight/quick-link-screens.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { QuickLinkKey } from "@tradewind/domain/insight/quick-links.ts";
import { useQuery } from "@tanstack/react-query";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { appLink } from "../../shared/link-render.tsx";
import { quickLinksQuery } from "./quick-links.queries.ts";

export const quickLinkIcons: Record<QuickLinkKey, IconName> = {
  customers: "users",
  addCustomer: "add",
  marketplace: "search",
  modernWorkplace: "building",
  cloudInfrastructure: "cloud",
  services: "settings",
  billing: "pound",
  invoices: "document",
  agreements: "edit",
  account: "user",
  security: "checkCircle",
  sessions: "clock",
};

const chip =
  "flex h-8 items-center gap-2 rounded-control border border-line bg-surface px-3 whitespace-nowrap transition-colors hover:bg-sunken -outline-offset-2";

/** Shows the quick links in one line, of the same height while they load; on a phone it scrolls sideways. */
export function QuickLinks() {
  const { data } = useQuery(quickLinksQuery);
  return (
    <nav aria-label="Quick links" className="-mx-4 flex h-8 gap-2 overflow-x-auto px-4 md:-mx-6 md:px-6">
      {data?.Links.map((key) => (
        <span key={key}>
          {appLink({
            href: quickLinkScreens[key].path,
            className: chip,
            onClick: () => {},
            children: (
              <>
                <Icon name={quickLinkIcons[key]} className="text-muted" /> {quickLinkScreens[key].label}
              </>
            ),
          })}
        </span>
      ))}
      {data &&
        appLink({
          href: screens.configureQuickLinks.path,
          className:
            "flex h-8 items-center gap-2 rounded-control px-2 whitespace-nowrap text-muted hover:text-ink hover:underline -outline-offset-2",
          onClick: () => {},
          children: (
            <>
              <Icon name="edit" /> Configure quick links
            </>
          ),
        })}
    </nav>
  );
}
