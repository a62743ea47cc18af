import { useEffect, useRef, useState, type RefObject } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { type CardAsk, type CardNews, cardPagePath } from "./card-messages.ts";

/** Asks the form for something, and resolves to what it answers. */
export type CardForm = { ask(asked: CardAsk): Promise<CardNews> };
type Props = {
  form: RefObject<CardForm | null>;
  opening: Extract<CardAsk, { kind: "open" }>;
  isOpen: boolean;
  /** Whether the bank's step is shown, which needs more room. */
  acts: boolean;
  onOpen: (isOpen: boolean) => void;
};

const answers: ReadonlySet<CardNews["kind"]> = new Set(["taken", "acted", "refused", "failed"]);

/** The gateway's form for a card, inside a document of ours that may load it and this one may not. */
export function CardFrame({ form, opening, isOpen, acts, onOpen }: Props) {
  const [fault, setFault] = useState<string>();
  const frame = useRef<HTMLIFrameElement>(null);
  const waiting = useRef<(news: CardNews) => void>(undefined);
  useEffect(() => () => onOpen(false), [onOpen]);
  useEffect(() => {
    const send = (asked: CardAsk) => frame.current?.contentWindow?.postMessage(asked, location.origin);
    form.current = {
      ask: (asked) =>
        new Promise((resolve) => {
          waiting.current = resolve;
          send(asked);
        }),
    };
    const hear = ({ origin, source, data: news }: MessageEvent<CardNews | null>) => {
      if (origin !== location.origin || source === null || source !== frame.current?.contentWindow) return;
      if (news?.kind === "ready") send(opening);
      else if (news?.kind === "opened") onOpen(true);
      // What else runs in that document, such as the gateway's script, may send messages of its own.
      else if (news && answers.has(news.kind)) {
        if (news.kind === "failed") {
          setFault(news.message);
          onOpen(false);
        }
        waiting.current?.(news);
      }
    };
    addEventListener("message", hear);
    return () => removeEventListener("message", hear);
  });
  if (fault !== undefined)
    return (
      <Alert
        type="error"
        live
        action={
          <Button size="small" onClick={() => setFault(undefined)}>
            Try again
          </Button>
        }
      >
        {fault}
      </Alert>
    );
  return (
    <div className="relative">
      {!isOpen && <Skeleton className="absolute inset-0 h-full" />}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own document; a sandbox would reach the gateway's form in it */}
      <iframe
        ref={frame}
        title="Card"
        src={cardPagePath}
        height={acts ? 420 : 230}
        className="w-full rounded-control border border-line"
      />
    </div>
  );
}
