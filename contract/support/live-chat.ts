/** The chat with the marketplace's staff, which another provider runs in a frame of its own. */
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

export const liveChat = {
  open: endpoint({
    method: "GET",
    path: "/api/live-chat",
    summary: "What the chat's frame needs: the provider's script and licence, and who chats; null if no chat is set up",
    access: { anyOf: ["liveChat"] },
    flag: "LiveChat",
    as: "none",
    jump: false,
    tokens: false,
    result: z.nullable(
      z.object({
        ScriptUrl: z.string(),
        Licence: z.string(),
        /** Who chats, as the provider can check by the signature of the id. */
        Visitor: z.object({ id: z.string(), name: z.string(), email: z.string(), hash: z.string() }),
      }),
    ),
  }),
};
export type ChatOpening = z.output<typeof liveChat.open.result>;
