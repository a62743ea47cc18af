import { quoteLinks } from "@tradewind/contract/ordering/quote-links.ts";
import { answer } from "../../platform/http.ts";
import { acceptQuote, declineQuote, openQuote, readDocument } from "./quote-links.actions.ts";

export const quoteLinksRoutes = [
  answer(quoteLinks.open, (call, { body }) => openQuote(call, body.Link)),
  answer(quoteLinks.document, (call, { body }) => readDocument(call, body.Link)),
  answer(quoteLinks.accept, (call, { body }) => acceptQuote(call, body)),
  answer(quoteLinks.decline, (call, { body }) => declineQuote(call, body)),
];
