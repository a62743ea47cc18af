import type { ChatOpening } from "@tradewind/contract/support/live-chat.ts";

/** What the portal and the small document around the chat say to each other. */
export type ChatNews = { kind: "ready" } | { kind: "failed" };
/** The only thing that the portal asks of it. */
export type ChatAsk = { kind: "open"; chat: NonNullable<ChatOpening> };

export const chatPath = "/live-chat";

/** What the document may do. It has an origin of its own, so that the provider's script reaches nothing of the portal. */
export const chatSandbox = "allow-scripts allow-forms allow-popups";
