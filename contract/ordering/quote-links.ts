/** What whoever has the link to a quote may do, without signing in. */
import { quoteStates } from "@tradewind/domain/ordering/quotes.ts";
import { billings, terms } from "@tradewind/domain/pricing/pricing-types.ts";
import { currencies } from "@tradewind/domain/values/money.ts";
import * as z from "zod/mini";
import { day, endpoint, instant, money } from "../endpoint.ts";
import { requiredText } from "../fields.ts";
import { decimal } from "./subscriptions.ts";

const link = { Link: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, "This link is not complete")) };
const typedName = requiredText({ label: "Name", kind: "person", longest: 100 });

const linkedQuote = z.object({
  Number: z.string(),
  Title: z.string(),
  Message: z.string(),
  Reseller: z.string(),
  /** The reseller's look. */
  Accent: z.string(),
  Logo: z.nullable(z.string()),
  RecipientName: z.string(),
  ValidUntil: day,
  State: z.enum(quoteStates),
  Currency: z.enum(currencies),
  Lines: z.array(
    z.object({
      CustomerName: z.string(),
      Name: z.string(),
      Unit: z.string(),
      Term: z.enum(terms),
      Billing: z.enum(billings),
      Quantity: z.int(),
      UnitPrice: decimal,
      Amount: money,
    }),
  ),
  Sums: z.array(z.object({ Billing: z.enum(billings), Price: money })),
  /** Sent back with the acceptance. */
  DocumentHash: z.string(),
  EndedAt: z.nullable(instant),
  SignedBy: z.nullable(z.string()),
});
export type LinkedQuote = z.output<typeof linkedQuote>;

export const quoteLinks = {
  open: endpoint({
    method: "POST",
    path: "/api/quote-links/open",
    summary: "Shows a quote to whoever has its link, and notes the first time",
    logs: "quotes.open",
    access: "public",
    as: "none",
    keyless: "Notes once that the link was followed; following it again finds it noted.",
    body: z.strictObject(link),
    result: linkedQuote,
    errors: ["quoteLinkUnknown", "tooManyRequests"],
  }),
  document: endpoint({
    method: "POST",
    path: "/api/quote-links/document",
    summary: "The quote's document, exactly as it was sent",
    access: "public",
    as: "none",
    reads: true,
    unlogged: "Whoever has the link has the document; who opened it is noted with the first look.",
    body: z.strictObject(link),
    file: "application/pdf",
    result: z.unknown(),
    errors: ["quoteLinkUnknown", "tooManyRequests"],
  }),
  accept: endpoint({
    method: "POST",
    path: "/api/quote-links/accept",
    summary: "Accepts a quote as its document says; accepting it again changes nothing",
    logs: "quotes.accept",
    access: "public",
    as: "none",
    keyless: "A quote is accepted once; accepting it again finds it accepted.",
    body: z.strictObject({
      ...link,
      DocumentHash: z.string().check(z.regex(/^[0-9a-f]{64}$/, "Must be the document's hash")),
      Name: typedName,
      Consent: z.literal(true, "Confirm that you accept the quote for your company"),
      /** A drawn signature; without one, the typed name is the signature. */
      Signature: z.optional(
        z.nullable(
          z
            .string()
            .check(
              z.maxLength(30_000, "The drawing is too large"),
              z.regex(/^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/, "Must be a PNG image"),
            ),
        ),
      ),
    }),
    result: linkedQuote,
    errors: [
      "quoteLinkUnknown",
      "tooManyRequests",
      "quoteExpired",
      "quoteWithdrawn",
      "quoteDeclined",
      "quoteDocumentChanged",
      "signatureImageInvalid",
      "uploadInfected",
      "scannerDown",
    ],
  }),
  decline: endpoint({
    method: "POST",
    path: "/api/quote-links/decline",
    summary: "Declines a quote; declining it again changes nothing",
    logs: "quotes.decline",
    access: "public",
    as: "none",
    keyless: "A quote is declined once; declining it again finds it declined.",
    body: z.strictObject({
      ...link,
      Name: typedName,
      Reason: z._default(z.string().check(z.trim(), z.maxLength(500)), ""),
    }),
    result: linkedQuote,
    errors: ["quoteLinkUnknown", "quoteExpired", "quoteWithdrawn", "quoteAccepted", "tooManyRequests"],
  }),
};
