import { Fragment, useSyncExternalStore } from "react";
import { IconButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import type { LinkRender } from "./menu.tsx";

export type Toast = {
  id: number;
  text: string;
  kind: "done" | "problem";
  reference?: string;
  /** Leads to what the toast tells of. */
  link?: { label: string; href: string };
  /** Until when it can be undone and for how much, and where. */
  undo?: { text: string; href: string };
};

let toasts: readonly Toast[] = [];
let count = 0;
const listeners = new Set<() => void>();
const set = (next: readonly Toast[]) => {
  toasts = next;
  for (const listener of listeners) listener();
};
/** Takes a toast away; without an id, all of them. */
export const dismiss = (id?: number): void => set(id === undefined ? [] : toasts.filter((each) => each.id !== id));

/** Confirms an action. Disappears after 5 s, or 10 if it can be undone; a problem stays until it is closed. */
export function toast(
  text: string,
  { kind = "done", reference, link, undo }: Partial<Omit<Toast, "id" | "text">> = {},
): void {
  const id = ++count;
  set([...toasts.slice(-2), { id, text, kind, reference, link, undo }]);
  if (kind === "done") setTimeout(dismiss, undo ? 10_000 : 5000, id);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Shows toasts in a live region. Rendered once, at the root. */
export function Toaster({ renderLink }: { renderLink?: LinkRender }) {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed print:hidden right-6 bottom-6 z-50 grid w-90 max-w-[calc(100vw-32px)] gap-2 max-md:right-4 max-md:bottom-20"
    >
      {shown.map((line) => (
        <div
          key={line.id}
          className="pointer-events-auto flex items-start gap-2.5 rounded-card bg-inverse py-3 pr-2 pl-3.5 text-on-inverse shadow-float"
        >
          <Icon name={line.kind === "done" ? "checkCircle" : "alert"} className="mt-0.5" />
          <p className="min-w-0 flex-1 wrap-anywhere">
            <span className="block">{line.text}</span>
            {line.undo && <span className="figures block text-sm">{line.undo.text}</span>}
            {[line.link, line.undo && { label: "Undo", href: line.undo.href }].map(
              (link) =>
                link &&
                renderLink && (
                  <Fragment key={link.label}>
                    {renderLink({
                      href: link.href,
                      className: "mr-4 inline-block font-medium underline underline-offset-4",
                      onClick: () => dismiss(line.id),
                      children: link.label,
                    })}
                  </Fragment>
                ),
            )}
            {line.reference && <span className="block text-sm opacity-80">Reference {line.reference}</span>}
          </p>
          <IconButton
            icon="close"
            label="Dismiss"
            size="small"
            className="text-on-inverse! hover:bg-transparent! max-md:size-7!"
            onClick={() => dismiss(line.id)}
          />
        </div>
      ))}
    </div>
  );
}
