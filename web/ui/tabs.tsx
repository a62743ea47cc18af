import { useEffect, useId, type KeyboardEvent, type ReactNode } from "react";
import { cx } from "./class-names.ts";

export type Tab<Id extends string = string> = { id: Id; label: string; count?: number };

/** Shows tabs within a page. Arrow keys move and select; the panel belongs to the selected tab. */
export function Tabs<Id extends string>({
  label,
  tabs,
  value,
  onValue,
  children,
}: {
  label: string;
  tabs: readonly Tab<Id>[];
  value: Id;
  onValue: (id: Id) => void;
  children: ReactNode;
}) {
  const id = useId();
  // On a phone the tabs scroll sideways; the page itself stays where it is. Counts and fonts that come later move them.
  useEffect(() => {
    const selected = document.getElementById(`${id}-${value}`);
    const list = selected?.parentElement;
    if (!list) return undefined;
    const sizes = new ResizeObserver(() => {
      const [tab, shown] = [selected.getBoundingClientRect(), list.getBoundingClientRect()];
      if (tab.left < shown.left) list.scrollLeft -= shown.left - tab.left;
      if (tab.right > shown.right) list.scrollLeft += tab.right - shown.right;
    });
    for (const tab of list.children) sizes.observe(tab);
    return () => sizes.disconnect();
  }, [id, value]);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex((tab) => tab.id === value);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const to = (next + tabs.length) % tabs.length;
    onValue(tabs[to]!.id);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[to]?.focus();
  };
  return (
    <div className="grid gap-5">
      <div
        role="tablist"
        aria-label={label}
        className="flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line"
        onKeyDown={move}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onValue(tab.id)}
            className={cx(
              "-mb-px flex min-h-10 items-center gap-2 border-b-2 px-3 font-medium whitespace-nowrap -outline-offset-2 transition-colors max-md:min-h-11",
              tab.id === value ? "border-accent-text text-ink" : "border-transparent text-muted hover:text-ink",
            )}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="figures rounded-full bg-sunken px-1.5 text-sm font-normal text-muted">
                {tab.count.toLocaleString("en-GB")}
              </span>
            )}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} tabIndex={0} className="min-w-0">
        {children}
      </div>
    </div>
  );
}
