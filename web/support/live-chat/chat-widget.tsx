import type { ChatOpening } from "@tradewind/contract/support/live-chat.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { chatPath, chatSandbox, type ChatAsk, type ChatNews } from "./chat-messages.ts";
import { chatQuery } from "./live-chat.queries.ts";

/** The chat with the marketplace's staff, in a corner of every signed-in page; nothing where no chat is set up. */
export function ChatWidget() {
  const { data } = useQuery(chatQuery);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isRead = useReading();
  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  if (!data) return null;
  return open ? (
    <section
      aria-label="Live chat"
      className="fixed right-4 bottom-4 z-30 flex h-[min(520px,calc(100dvh-88px))] w-[min(360px,calc(100vw-32px))] flex-col overflow-hidden rounded-card border border-line bg-raised shadow-float"
    >
      <header className="flex items-center justify-between gap-2 border-b border-line py-1 pr-1 pl-4">
        <h2 className="font-semibold">Live chat</h2>
        <IconButton icon="close" label="Close chat" onClick={close} />
      </header>
      <ChatFrame chat={data} />
    </section>
  ) : (
    <Button
      ref={button}
      icon="help"
      aria-label="Chat"
      className={cx(
        "fixed right-4 bottom-4 z-20 rounded-full! shadow-float max-md:bottom-20 max-md:size-11 max-md:p-0",
        isRead && "max-md:invisible",
      )}
      onClick={() => setOpen(true)}
    >
      <span className="max-md:hidden">Chat</span>
    </Button>
  );
}

/** Whether somebody scrolls on through a page, whose amounts the button would lie over on a phone. */
function useReading(): boolean {
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    let last = scrollY;
    const look = () => {
      const isEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
      setRead(scrollY > last && !isEnd);
      last = scrollY;
    };
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, []);
  return isRead;
}

function ChatFrame({ chat }: { chat: NonNullable<ChatOpening> }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const hear = ({ origin, source, data: news }: MessageEvent<ChatNews | null>) => {
      // The frame has an origin of its own, which has no name: only the window says who speaks.
      if (origin !== "null" || source === null || source !== frame.current?.contentWindow) return;
      const asked: ChatAsk = { kind: "open", chat };
      if (news?.kind === "ready") frame.current.contentWindow.postMessage(asked, "*");
      else if (news?.kind === "failed") setFailed(true);
    };
    addEventListener("message", hear);
    return () => removeEventListener("message", hear);
  }, [chat]);
  if (failed)
    return (
      <p role="alert" className="p-4 text-muted">
        The chat does not answer at the moment. Please try again later, or add a support ticket.
      </p>
    );
  return (
    <iframe
      ref={frame}
      title="Live chat"
      src={chatPath}
      sandbox={chatSandbox}
      className="min-h-0 w-full flex-1 border-0 bg-white"
    />
  );
}
