import { useEffect, useEffectEvent } from "react";
import { Icon } from "../../ui/icon.tsx";
import type { MenuGroup, MenuItem } from "../../ui/menu.tsx";
import { Badge } from "../../ui/status.tsx";
import { appLink, isElsewhere } from "../../shared/link-render.tsx";
import type { NavLine } from "./nav.ts";
import type { PortalLine } from "./portal-lines.ts";

type SmallMenuProps = {
  portals: readonly PortalLine[];
  nav: readonly NavLine[];
  add: readonly MenuGroup[];
  account: readonly MenuGroup[];
  onDone: () => void;
};

/** Shows the full menu below 1024 px; loaded when it is first opened. */
export function SmallMenu({ portals, nav, add, account, onDone }: SmallMenuProps) {
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    onDone();
    document.querySelector<HTMLElement>("[aria-controls=main-menu]")?.focus();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => close(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  const sections: readonly MenuGroup[] = [
    { items: nav.flatMap((line) => ("link" in line ? [{ label: line.label, href: line.link }] : [])) },
    ...nav.flatMap((line) =>
      "groups" in line ? [{ title: line.label, items: line.groups.flatMap((group) => group.items) }] : [],
    ),
    ...add.map((group) => ({ title: "New", items: group.items })),
    ...(portals.length > 1
      ? [{ title: "Portals", items: portals.map(({ label, href, tag }) => ({ label, href, hint: tag })) }]
      : []),
    { title: "My Account", items: account.flatMap((group) => group.items) },
  ];
  const entry = "flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left text-md hover:bg-sunken";
  return (
    <nav
      id="main-menu"
      aria-label="Main"
      className="absolute inset-x-0 top-full max-h-[calc(100dvh-56px)] overflow-y-auto border-y border-line bg-surface p-3 shadow-float md:columns-2 md:gap-3"
    >
      {sections
        .filter((section) => section.items.length > 0)
        .map((section, at) => (
          <div key={section.title ?? at} className="break-inside-avoid pb-2">
            {section.title && <p className="px-3 pt-2 pb-1 text-sm font-medium text-muted">{section.title}</p>}
            <ul>
              {section.items.map((item) => (
                <li key={item.label}>
                  {item.href ? (
                    appLink({
                      href: item.href,
                      className: entry,
                      onClick: (event) => {
                        onDone();
                        item.onOpen?.(event);
                      },
                      children: <Entry item={item} />,
                    })
                  ) : (
                    <button
                      type="button"
                      className={entry}
                      onClick={() => {
                        onDone();
                        item.onSelect?.();
                      }}
                    >
                      {item.label}
                      {item.hint && <span className="ml-auto truncate text-sm text-muted">{item.hint}</span>}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </div>
        ))}
    </nav>
  );
}

function Entry({ item: { label, hint, href } }: { item: MenuItem }) {
  return (
    <>
      {label}
      {hint && <Badge tone="accent">{hint}</Badge>}
      {href && isElsewhere(href) && (
        <>
          <Icon name="external" size={14} className="ml-auto text-muted" />
          <span className="sr-only">opens a new page</span>
        </>
      )}
    </>
  );
}
