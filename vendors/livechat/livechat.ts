/** Chats with LiveChat, whose script reads the licence and the visitor from the page around it. */
import { createHmac } from "node:crypto";
import type { LiveChat } from "../live-chat.ts";

type ChatSettings = { licence: string; scriptUrl: string; secret: string };

export const livechat = ({ licence, scriptUrl, secret }: ChatSettings): LiveChat => {
  const { origin, hostname } = new URL(scriptUrl);
  const isTheirs = hostname.endsWith(".livechatinc.com");
  return {
    licence,
    scriptUrl,
    frames: isTheirs ? ["https://secure.livechatinc.com"] : [origin],
    calls: isTheirs ? ["https://*.livechatinc.com", "wss://*.livechatinc.com"] : [],
    sign: (id) => createHmac("sha256", secret).update(id).digest("hex"),
  };
};
