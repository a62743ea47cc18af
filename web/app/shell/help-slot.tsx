import { liveChat } from "@tradewind/contract/support/live-chat.ts";
import { lazy, Suspense } from "react";
import { mayUse, type Session } from "../../platform/session.ts";
import { closeHelp, helpHere, useHelpRequest } from "../../shared/help.ts";

const HelpPanel = lazy(async () => ({
  default: (await import("../../support/knowledge-base/help-panel.tsx")).HelpPanel,
}));
const ChatWidget = lazy(async () => ({
  default: (await import("../../support/live-chat/chat-widget.tsx")).ChatWidget,
}));

/** Help beside the page: the knowledge base once it is asked for, and the chat of those who may chat. */
export function HelpSlot({ session, pathname }: { session: Session; pathname: string }) {
  const request = useHelpRequest();
  return (
    <Suspense fallback={null}>
      {request && mayUse(session, helpHere) && <HelpPanel request={request} pathname={pathname} onClosed={closeHelp} />}
      {mayUse(session, liveChat.open) && !session.JumpedBy && !session.MustSignNow && <ChatWidget />}
    </Suspense>
  );
}
