/**
 * Opens the chat inside the one document that may load the provider's script, in an origin of its own: nothing there can read
 * the portal or call it. The page around it, whose origin is that of this document's address, says which licence and who chats.
 */
import type { ChatAsk, ChatNews } from "./chat-messages.ts";

const tell = (news: ChatNews) => window.parent.postMessage(news, location.origin);

Object.assign(document.documentElement.style, { height: "100%", background: "white", colorScheme: "light" });
Object.assign(document.body.style, { height: "100%", margin: "0" });
addEventListener("message", ({ origin, source, data }: MessageEvent<ChatAsk | null>) => {
  if (origin !== location.origin || source !== window.parent || data?.kind !== "open") return;
  const { ScriptUrl, Licence, Visitor } = data.chat;
  Object.assign(globalThis, { __lc: { license: Number(Licence), visitor: Visitor } });
  const script = document.createElement("script");
  script.src = ScriptUrl;
  script.addEventListener("error", () => tell({ kind: "failed" }));
  document.body.append(script);
});
tell({ kind: "ready" });
