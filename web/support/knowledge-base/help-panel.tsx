import { longestTerm, searchTerm } from "@tradewind/domain/support/help.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import type { HelpRequest } from "../../shared/help.ts";
import { useRested } from "../../shared/use-rested.ts";
import { IconButton } from "../../ui/button.tsx";
import { SearchBox } from "../../ui/text-field.tsx";
import { useMedia, widths } from "../../ui/use-media.ts";
import { HelpArticleView, HelpCategoryView, HelpFound, HelpStart, type HelpPlace } from "./help-places.tsx";
import { topQuery } from "./knowledge-base.queries.ts";

/** Milliseconds that the panel takes to leave (KB-06), and without typing before it searches. */
const leaving = 1000;
const typingRest = 150;

type PanelProps = { request: HelpRequest; pathname: string; onClosed: () => void };

/**
 * The knowledge base, which slides in over the page and stays while one goes from page to page. The page can be used beside it.
 */
export function HelpPanel({ request, pathname, onClosed }: PanelProps) {
  const panel = useRef<HTMLElement>(null);
  const before = useRef<Element>(null);
  const [isLeaving, setLeaving] = useState(false);
  const [place, setPlace] = useState<HelpPlace>({ at: "start" });
  const [typed, setTyped] = useState("");
  const term = useRested(searchTerm(typed), typingRest);
  const late = useQuery(topQuery).data;

  const [opened, setOpened] = useState<HelpRequest>();
  if (opened !== request) {
    setOpened(request);
    setLeaving(false);
    if (request.articleId !== undefined) {
      setPlace({ at: "article", id: request.articleId });
      setTyped("");
    }
  }
  useEffect(() => {
    before.current = document.activeElement;
    panel.current?.querySelector("input")?.focus();
  }, []);
  useEffect(() => {
    if (!isLeaving) return undefined;
    const timer = setTimeout(onClosed, leaving);
    return () => clearTimeout(timer);
  }, [isLeaving, onClosed]);
  const [openedOn] = useState(pathname);
  const covered = useMedia(widths.phone);
  // On a phone it covers the page that one goes to.
  if (covered && pathname !== openedOn && !isLeaving) setLeaving(true);
  const close = () => {
    setLeaving(true);
    const back = before.current?.isConnected ? before.current : document.querySelector("main");
    if (back instanceof HTMLElement) back.focus();
  };
  const go = (next: HelpPlace) => {
    setPlace(next);
    setTyped("");
    const body = panel.current?.querySelector<HTMLElement>("[data-body]");
    body?.scrollTo(0, 0);
    // The line that was pressed is gone: keys are heard in what took its place.
    body?.focus();
  };
  /** The arrow keys move between the field and the lines below it. */
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented) {
      event.preventDefault();
      return close();
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return undefined;
    const stops = [...panel.current!.querySelectorAll<HTMLElement>("input, [data-line]")];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    event.preventDefault();
    if (at < 0) return stops[event.key === "ArrowDown" ? Math.min(1, stops.length - 1) : 0]?.focus();
    return stops[(at + (event.key === "ArrowDown" ? 1 : -1) + stops.length) % stops.length]?.focus();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and the arrow keys work anywhere in it
    <aside
      ref={panel}
      aria-label="Knowledge base"
      inert={isLeaving}
      data-leaving={isLeaving || undefined}
      className="help-panel fixed inset-y-0 right-0 z-40 flex w-[min(440px,100vw)] flex-col border-l border-line bg-raised shadow-float"
      onKeyDown={press}
    >
      <header className="grid gap-3 border-b border-line px-4 pt-4 pb-3">
        <div className="flex items-center justify-between gap-2">
          <h2 className="px-2.5 text-lg">Knowledge base</h2>
          <IconButton icon="close" label="Close knowledge base" onClick={close} />
        </div>
        <SearchBox
          label="Search the knowledge base"
          className="max-w-none!"
          value={typed}
          maxLength={longestTerm}
          onChange={({ target }) => setTyped(target.value)}
        />
      </header>
      <div
        data-body
        tabIndex={-1}
        className="grid outline-none min-h-0 flex-1 content-start gap-5 overflow-y-auto overscroll-contain px-4 py-4"
      >
        {term !== "" && searchTerm(typed) !== "" ? (
          <HelpFound term={term} go={go} />
        ) : place.at === "start" ? (
          <HelpStart pathname={pathname} go={go} />
        ) : place.at === "category" ? (
          <HelpCategoryView key={place.id} id={place.id} go={go} />
        ) : (
          <HelpArticleView key={place.id} id={place.id} from={place.from} go={go} />
        )}
        {late?.Late && late.ReadAt !== null && (
          <p role="status" className="px-2.5 text-sm text-muted">
            The help site does not answer at the moment. These articles are as they were on{" "}
            {formatDateTime(late.ReadAt)}.
          </p>
        )}
      </div>
    </aside>
  );
}
