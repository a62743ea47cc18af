import { liveChat } from "@tradewind/contract/support/live-chat.ts";
import { answer } from "../../platform/http.ts";

export const liveChatRoutes = [
  answer(liveChat.open, ({ actor: { personId, displayName, email }, platform: { chat } }) =>
    chat
      ? {
          ScriptUrl: chat.scriptUrl,
          Licence: chat.licence,
          Visitor: { id: personId, name: displayName, email, hash: chat.sign(personId) },
        }
      : null,
  ),
];
