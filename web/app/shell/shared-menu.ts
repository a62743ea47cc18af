import type { MenuGroup } from "../../ui/menu.tsx";
import type { NavLine } from "./nav.ts";

/** An entry of the shared header: an address of this or another portal, or an action of this portal. */
export type SharedItem = { label: string; href: string } | { label: string; action: string };
/** `place` puts it among the pages, or at the end beside the person. */
export type SharedLine = SharedItem | { label: string; items: readonly SharedItem[]; place?: "end" };

type Menus = { nav: readonly NavLine[]; add: readonly MenuGroup[]; account: readonly MenuGroup[] };

/**
 * Translates this portal's menus into the shared header's format. Entries without an address become named actions,
 * listed in `actions`.
 */
export function sharedMenuOf({ nav, add, account }: Menus) {
  const actions = new Map<string, () => void>();
  const itemsOf = (groups: readonly MenuGroup[]): SharedItem[] =>
    groups
      .flatMap((group) => group.items)
      .flatMap(({ label, href, onSelect }): SharedItem[] => {
        if (href !== undefined) return [{ label, href }];
        if (!onSelect) return [];
        const action = label.toLowerCase().replaceAll(" ", "-");
        actions.set(action, onSelect);
        return [{ label, action }];
      });
  const lines: SharedLine[] = [
    ...nav.map((line) =>
      "link" in line ? { label: line.label, href: line.link } : { label: line.label, items: itemsOf(line.groups) },
    ),
    ...(add.length > 0 ? [{ label: "New", items: itemsOf(add), place: "end" as const }] : []),
    { label: "My Account", items: itemsOf(account), place: "end" },
  ];
  return { lines, actions };
}
