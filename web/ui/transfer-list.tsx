import { useId, useRef, useState, type KeyboardEvent } from "react";
import { cx } from "./class-names.ts";
import { Icon } from "./icon.tsx";

export type TransferItem = {
  id: string;
  label: string;
  about: string;
  /** The reason why it cannot be moved. */
  locked?: string;
};
type Side = { title: string; empty: string; verb: string; done: string };
type Props = {
  items: readonly TransferItem[];
  held: ReadonlySet<string>;
  onMove: (ids: readonly string[], held: boolean) => void;
  /** The list on the left, from `items`, and the list of held items. */
  available: Side;
  holding: Side;
};

/**
 * Shows two lists whose items move from one to the other: by a click, or by Enter on the item reached with the arrow
 * keys. Each list is one Tab stop, and moved items are announced.
 */
export function TransferList({ items, held, onMove, available, holding }: Props) {
  const [said, setSaid] = useState("");
  const move = (side: Side, moved: readonly TransferItem[]) => {
    onMove(
      moved.map(({ id }) => id),
      side === available,
    );
    setSaid(`${moved.map(({ label }) => label).join(", ")} ${side.done}`);
  };
  const list = (side: Side, isHeld: boolean) => (
    <OneList
      side={side}
      items={items.filter(({ id }) => held.has(id) === isHeld)}
      isHeld={isHeld}
      onMove={(moved) => move(side, moved)}
    />
  );
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      {list(available, false)}
      {list(holding, true)}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

type ListProps = {
  side: Side;
  items: readonly TransferItem[];
  isHeld: boolean;
  onMove: (items: readonly TransferItem[]) => void;
};

function OneList({ side, items, isHeld, onMove }: ListProps) {
  const title = useId();
  const list = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const current = Math.min(at, items.length - 1);
  const free = items.filter(({ locked }) => !locked);

  const focus = (next: number) => {
    setAt(next);
    // Wait until the list is redrawn: the moved item is gone by then.
    requestAnimationFrame(() => list.current?.querySelectorAll("button")[next]?.focus());
  };
  const move = (index: number) => {
    const item = items[index]!;
    if (item.locked) return;
    onMove([item]);
    focus(Math.min(index, items.length - 2));
  };
  const steer = (event: KeyboardEvent) => {
    const next = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: items.length - 1 }[event.key];
    if (next === undefined || items[next] === undefined) return;
    event.preventDefault();
    focus(next);
  };

  return (
    <section aria-labelledby={title} className="min-w-0 overflow-hidden rounded-card border border-line">
      <div className="flex min-h-11 items-center justify-between gap-3 border-b border-line bg-canvas px-4 py-1.5">
        <h3 id={title} className="text-base font-medium">
          {side.title} <span className="figures font-normal text-muted">{items.length}</span>
        </h3>
        {free.length > 1 && (
          <button
            type="button"
            className="min-h-8 rounded-control px-2 text-sm font-medium text-accent-text underline-offset-4 hover:underline max-md:min-h-11"
            onClick={() => onMove(free)}
          >
            {side.verb} all<span className="sr-only"> of {side.title}</span>
          </button>
        )}
      </div>
      {items.length === 0 ? (
        <p className="px-4 py-6 text-muted">{side.empty}</p>
      ) : (
        <ul ref={list} onKeyDown={steer} className="relative divide-y divide-line md:max-h-[30rem] md:overflow-y-auto">
          {items.map((item, index) => (
            <li key={item.id}>
              <button
                type="button"
                tabIndex={index === current ? 0 : -1}
                aria-disabled={item.locked ? true : undefined}
                onFocus={() => setAt(index)}
                onClick={() => move(index)}
                className={cx(
                  "group flex w-full items-center gap-3 px-4 py-2 text-left -outline-offset-2",
                  item.locked ? "cursor-default" : "hover:bg-sunken",
                )}
              >
                <span className="grid min-w-0 flex-1">
                  <span>
                    {!item.locked && <span className="sr-only">{side.verb} </span>}
                    {item.label}
                  </span>
                  <span className="text-sm text-muted">{item.locked ?? item.about}</span>
                </span>
                {!item.locked && (
                  <Icon
                    name={isHeld ? "minus" : "add"}
                    className="text-muted group-hover:text-ink group-focus-visible:text-ink"
                  />
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
