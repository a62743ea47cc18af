import type { ChatOpening } from "@tradewind/contract/support/live-chat.ts";

/** What the portal and the small document around the chat say to each other. */
export type ChatNews = { kind: "ready" } | { kind: "failed" };
/** The only thing that the portal asks of it. */
export type ChatAsk = { kind: "open"; chat: NonNullable<ChatOpening> };

export const chatPath = "/live-chat";
