import type { MenuGroup } from "../../ui/menu.tsx";
import { appLink } from "../../shared/link-render.tsx";
import type { NavLine } from "./nav.ts";

type SmallMenuProps = {
  nav: readonly NavLine[];
  add: readonly MenuGroup[];
  account: readonly MenuGroup[];
  onDone: () => void;
};

/** The whole menu below 1024 px, loaded when it is first opened. */
export function SmallMenu({ nav, add, account, onDone }: SmallMenuProps) {
  const sections: readonly MenuGroup[] = [
    { items: nav.flatMap((line) => ("link" in line ? [{ label: line.label, href: line.link }] : [])) },
    ...nav.flatMap((line) =>
      "groups" in line ? [{ title: line.label, items: line.groups.flatMap((group) => group.items) }] : [],
    ),
    ...add.map((group) => ({ title: "New", items: group.items })),
    ...account.map((group, at) => ({ title: at === 0 ? "My Account" : undefined, items: group.items })),
  ];
  const entry = "flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left text-md hover:bg-sunken";
  return (
    <nav
      id="main-menu"
      aria-label="Main"
      className="absolute inset-x-0 top-full grid max-h-[calc(100dvh-56px)] gap-2 overflow-y-auto border-y border-line bg-surface p-3 shadow-float md:grid-cols-2"
    >
      {sections
        .filter((section) => section.items.length > 0)
        .map((section, at) => (
          <div key={section.title ?? at}>
            {section.title && <p className="px-3 pt-2 pb-1 text-sm font-medium text-muted">{section.title}</p>}
            <ul>
              {section.items.map((item) => (
                <li key={item.label}>
                  {item.href ? (
                    appLink({ href: item.href, className: entry, onClick: onDone, children: item.label })
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
