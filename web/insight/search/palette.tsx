import { useQuery } from "@tanstack/react-query";
import { useParams, useRouter } from "@tanstack/react-router";
import { shortestSearch } from "@tradewind/contract/insight/search.ts";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { Button, IconButton, Spinner } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { customerQuery } from "../../customers/customers/customers.queries.ts";
import { rememberChoice } from "../../shared/recent.ts";
import { useRested } from "../../shared/use-rested.ts";
import { readContext } from "../../shared/customer-context.ts";
import type { Session } from "../../platform/session.ts";
import {
  actionsNear,
  actionsOf,
  foundGroups,
  pagesOf,
  startGroups,
  typedGroups,
  type Command,
  type CommandGroup,
  type Menus,
  type PageLine,
} from "./commands.ts";
import { searchQuery } from "./search.queries.ts";

/** Milliseconds without typing before the server is asked. */
const typingRest = 80;

type PaletteProps = { session: Session; routes: readonly PageLine[]; menus: Menus; onClose: () => void };

/** Finds the pages a person may open and runs the actions available everywhere, without the mouse. */
export function Palette({ session, routes, menus, onClose }: PaletteProps) {
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const text = typed.trim();
  const asked = useRested(text, typingRest);
  const server = session.Reseller !== null;
  const { data, error, refetch, isFetching } = useQuery({
    ...searchQuery(asked),
    enabled: server && asked.length >= shortestSearch,
  });
  // Ignores results for a text other than the one typed now.
  const answered = asked === text ? data : undefined;
  const pages = pagesOf(session, routes);
  const { ctx } = useParams({ strict: false });
  const customer = useQuery({ ...customerQuery(readContext(ctx ?? "").customerId), enabled: false }).data;
  const near = actionsNear(session, customer);
  const actions = actionsOf(session, menus);
  const groups = (
    text === ""
      ? startGroups(session, near, actions)
      : typedGroups(text, pages, [...near, ...actions], answered ? foundGroups(answered, session) : [])
  ).filter(({ commands }) => commands.length > 0);

  const choose = (command: Command) => {
    onClose();
    if (command.href === undefined) return command.run();
    rememberChoice(session.User.mex, command);
    void router.navigate({ href: command.href });
  };
  const searching = server && text.length >= shortestSearch && !answered && (asked !== text || isFetching);
  return (
    <PaletteDialog onClose={onClose}>
      <CommandBox typed={typed} onType={setTyped} groups={groups} onChoose={choose} onClose={onClose} />
      <PaletteState
        searching={searching}
        failed={asked === text && error !== null && !isFetching}
        count={groups.reduce((sum, { commands }) => sum + commands.length, 0)}
        text={text}
        onRetry={() => void refetch()}
      />
    </PaletteDialog>
  );
}

function PaletteDialog({ onClose, children }: { onClose: () => void; children: React.ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current!;
    const before = document.activeElement;
    element.showModal();
    return () => {
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a press beside it closes, as Escape does
    <dialog
      ref={dialog}
      aria-label="Search and commands"
      data-size="medium"
      className="overlay modal max-md:mt-0! max-md:mb-auto! max-md:rounded-t-none! max-md:rounded-b-[14px]! md:mt-[12dvh]!"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      {children}
    </dialog>
  );
}

const keyOf = ({ label, href = "" }: Command) => label + href;

type BoxProps = {
  typed: string;
  onType: (text: string) => void;
  groups: readonly CommandGroup[];
  onChoose: (command: Command) => void;
  onClose: () => void;
};

/** Shows one field with a list below it: the arrow keys move through the list while the field keeps the focus. */
function CommandBox({ typed, onType, groups, onChoose, onClose }: BoxProps) {
  const list = useId();
  const commands = groups.flatMap((group) => group.commands);
  // By its key: answers that come in meanwhile move what is marked, and Enter opens what was read.
  const [chosen, setChosen] = useState<string>();
  const active = Math.max(
    0,
    commands.findIndex((command) => keyOf(command) === chosen),
  );
  const press = (event: KeyboardEvent) => {
    const { length } = commands;
    const steps: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1 };
    if (event.key in steps && length > 0) {
      event.preventDefault();
      setChosen(keyOf(commands[(steps[event.key]! + length) % length]!));
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      const command = commands[active];
      if (command) onChoose(command);
    }
  };
  let before = 0;
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Icon name="search" className="text-muted" />
        <input
          type="text"
          role="combobox"
          aria-label="Search customers, services, invoices, people and pages"
          aria-expanded={commands.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={commands.length > 0 ? `${list}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          maxLength={100}
          placeholder="Search or type a command"
          value={typed}
          onChange={({ target }) => {
            onType(target.value);
            setChosen(undefined);
          }}
          onKeyDown={press}
          className="h-12 min-w-0 flex-1 bg-transparent text-md outline-none placeholder:text-muted"
        />
        <kbd className="rounded-[4px] border border-line px-1.5 text-sm text-muted max-md:hidden">Esc</kbd>
        <IconButton icon="close" label="Close" className="-mr-3 md:hidden" onClick={onClose} />
      </div>
      <div
        id={list}
        role="listbox"
        aria-label="Results"
        className="max-h-[min(420px,60dvh)] min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 empty:p-0"
      >
        {groups.map(({ title, commands: within }) => {
          const first = before;
          before += within.length;
          return (
            <div key={title} role="group" aria-label={title} className="pb-1">
              <p aria-hidden="true" className="px-2.5 pt-2 pb-1 text-sm font-medium text-muted">
                {title}
              </p>
              {within.map((command, at) => (
                <CommandLine
                  key={keyOf(command)}
                  id={`${list}-${first + at}`}
                  command={command}
                  active={first + at === active}
                  onChoose={() => onChoose(command)}
                  onPoint={() => setChosen(keyOf(command))}
                />
              ))}
            </div>
          );
        })}
      </div>
    </>
  );
}

type LineProps = { id: string; command: Command; active: boolean; onChoose: () => void; onPoint: () => void };

function CommandLine({ id, command, active, onChoose, onPoint }: LineProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      ref={(element) => void (active && element?.scrollIntoView({ block: "nearest" }))}
      className={cx(
        "flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-2.5 py-1.5 max-md:min-h-11",
        active && "bg-sunken",
      )}
      onClick={onChoose}
      onPointerMove={active ? undefined : onPoint}
    >
      <Icon name={command.icon} className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate">{command.label}</span>
      {command.hint && (
        <span className="max-w-[45%] shrink-0 truncate text-sm text-muted">
          <span className="sr-only">, </span>
          {command.hint}
        </span>
      )}
    </div>
  );
}

type StateProps = { searching: boolean; failed: boolean; count: number; text: string; onRetry: () => void };

/** Shows and announces the state of the search below the list. */
function PaletteState({ searching, failed, count, text, onRetry }: StateProps) {
  const found = count === 1 ? "1 result" : `${count} results`;
  const shown = searching || failed || count === 0;
  return (
    <div
      className={cx(
        "flex min-h-11 items-center gap-2 px-4 py-2 text-muted",
        shown ? "border-t border-line" : "sr-only",
      )}
    >
      <p role="status" className="flex min-w-0 flex-1 items-center gap-2">
        {searching ? (
          <>
            <Spinner /> Searching
          </>
        ) : failed ? (
          "Customers, services, invoices and people could not be searched."
        ) : count === 0 ? (
          <span className="truncate">No matches found for “{text}”</span>
        ) : (
          text !== "" && found
        )}
      </p>
      {failed && (
        <Button size="small" icon="refresh" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
