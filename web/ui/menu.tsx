import {
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from "react";
import { cx } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";
import { useShown } from "./popover.ts";

export type MenuItem = {
  label: string;
  icon?: IconName;
  hint?: string;
  danger?: boolean;
  disabled?: boolean;
  onSelect?: () => void;
  /** An address instead of an action. */
  href?: string;
  /** Opens the address in another way, after `preventDefault`. */
  onOpen?: (event: MouseEvent) => void;
};
export type MenuGroup = { title?: string; items: readonly MenuItem[] };
export type LinkRender = (link: {
  href: string;
  className: string;
  onClick: (event: MouseEvent) => void;
  children: ReactNode;
}) => ReactElement;

type MenuProps = {
  label: string;
  /** Identifies the menu's subject if its place may be reused for another, in which case it closes. */
  of?: string;
  groups: readonly MenuGroup[];
  trigger?: ReactNode;
  triggerClass?: string;
  align?: "start" | "end";
  /** Draws an address as a link, so that the router can handle it. */
  renderLink?: LinkRender;
};

const plainLink: LinkRender = ({ children, ...link }) => <a {...link}>{children}</a>;
const itemClass = (item: MenuItem) =>
  cx(
    "flex w-full items-start gap-2.5 rounded-control px-2.5 py-1.5 text-left max-md:py-2.5",
    item.danger ? "text-danger hover:bg-danger-soft" : "hover:bg-sunken",
    "aria-disabled:opacity-50 aria-disabled:hover:bg-transparent",
  );

/** Shows a button that opens a short list of links and actions. Arrow keys, Home and End move; Escape closes it. */
export function Menu({
  label,
  of = "",
  groups,
  trigger,
  triggerClass,
  align = "start",
  renderLink = plainLink,
}: MenuProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const anchor = useRef<HTMLButtonElement>(null);
  const [openOf, setOpenOf] = useState<string>();
  const open = openOf === of;
  if (openOf !== undefined && !open) setOpenOf(undefined);
  const setOpen = (opens: boolean) => setOpenOf(opens ? of : undefined);
  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>("a, button") ?? [])];

  const close = () => {
    setOpen(false);
    anchor.current?.focus();
  };
  const move = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at < 0 ? all.length - 1 : at - 1, Home: 0, End: all.length - 1 }[
      event.key
    ];
    if (next === undefined) return;
    event.preventDefault();
    if (!open) setOpen(true);
    requestAnimationFrame(() => {
      const fresh = entries();
      fresh[(next + fresh.length) % fresh.length]?.focus();
    });
  };

  return (
    <div onKeyDown={move} className="contents">
      <button
        type="button"
        ref={anchor}
        aria-expanded={open}
        aria-controls={id}
        aria-label={trigger ? undefined : label}
        title={trigger ? undefined : label}
        className={
          triggerClass ??
          "inline-flex size-8 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink aria-expanded:bg-sunken max-md:size-11"
        }
        onClick={() => setOpen(!open)}
        onPointerDown={(event) => open && event.preventDefault()}
      >
        {trigger ?? <Icon name="more" />}
      </button>
      {open && (
        <Panel id={id} anchor={anchor} align={align} onOpen={setOpen}>
          <div ref={list} className="grid gap-1">
            {groups.map((group, at) => (
              <div key={group.title ?? at} className={cx(at > 0 && "border-t border-line pt-1")}>
                {group.title && <p className="px-2.5 pt-1.5 pb-1 text-sm font-medium text-muted">{group.title}</p>}
                <ul>
                  {group.items.map((item) => (
                    <li key={item.label}>
                      {item.href ? (
                        renderLink({
                          href: item.href,
                          className: itemClass(item),
                          onClick: (event) => {
                            setOpen(false);
                            item.onOpen?.(event);
                          },
                          children: <Entry item={item} />,
                        })
                      ) : (
                        <button
                          type="button"
                          className={itemClass(item)}
                          aria-disabled={item.disabled}
                          onClick={() => !item.disabled && (close(), item.onSelect?.())}
                        >
                          <Entry item={item} />
                        </button>
                      )}
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </Panel>
      )}
    </div>
  );
}

type PanelProps = {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  align: "start" | "end";
  onOpen: (open: boolean) => void;
  children: ReactNode;
};

/** A separate component, so that an unopened menu, of which a list has one per row, is only a button. */
function Panel({ id, anchor, align, onOpen, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useShown({ open: true, anchor, panel, align });
  return (
    <div
      id={id}
      ref={panel}
      popover="auto"
      className="popover max-w-80 min-w-52"
      onToggle={(event) => onOpen(event.nativeEvent.newState === "open")}
    >
      {children}
    </div>
  );
}

function Entry({ item }: { item: MenuItem }) {
  return (
    <>
      {item.icon && <Icon name={item.icon} className={cx("mt-[3px]", !item.danger && "text-muted")} />}
      <span className="grid min-w-0">
        <span>{item.label}</span>
        {item.hint && <span className="text-sm text-muted">{item.hint}</span>}
      </span>
      {item.href?.startsWith("http") && (
        <>
          <Icon name="external" size={14} className="mt-1 ml-auto text-muted" />
          <span className="sr-only">opens a new page</span>
        </>
      )}
    </>
  );
}
