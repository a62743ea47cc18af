import { quoteLinks } from "@tradewind/contract/ordering/quote-links.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { quotes, type QuoteDraft } from "@tradewind/contract/ordering/quotes.ts";
import { agreement } from "./order-story.ts";
import { mailsTo } from "./mails.ts";
import type { Person, TestApp } from "./test-app.ts";

export const monthly = "CFQ7TTC0LDPB:0001:P1M:monthly";
export const yearly = "CFQ7TTC0LCHC:0002:P1Y:monthly";

/** The shared steps of quote tests: making one, sending it, and following its link. */
export function quoteStory(app: TestApp) {
  const draftFor = (customerIds: readonly string[], more: Partial<QuoteDraft> = {}): QuoteDraft => ({
    Title: "New office",
    Message: "As we discussed.",
    RecipientName: "Ada Lovelace",
    RecipientEmail: `ada-${crypto.randomUUID().slice(0, 8)}@acme.example`,
    ValidUntil: addDays(app.platform.clock.now().toISOString().slice(0, 10), 30),
    Orders: customerIds.map((CustomerId) => ({
      CustomerId,
      ProductId: "microsoft-365",
      Details: agreement,
      Lines: [{ Key: "a", OfferId: monthly, Quantity: 3, UnitPrice: "99.99" }],
    })),
    ...more,
  });

  const make = async (person: Person, draft: QuoteDraft) =>
    (await app.call(person, quotes.make, { body: draft })).Result!.Id;
  const read = async (person: Person, quoteId: string) =>
    (await app.call(person, quotes.byId, { params: { quoteId } })).Result!;
  const send = async (person: Person, quoteId: string) =>
    app.call(person, quotes.send, { params: { quoteId }, body: { Hash: (await read(person, quoteId)).Hash! } });
  /** Makes and sends a quote, and returns its id and the key of its link. */
  async function sent(person: Person, draft: QuoteDraft) {
    const quoteId = await make(person, draft);
    const { Result } = await send(person, quoteId);
    return { quoteId, Link: keyOf(Result!.Link) };
  }
  const open = (Link: string) => app.call(null, quoteLinks.open, { body: { Link } });
  async function accept(Link: string, more: Partial<{ Name: string; DocumentHash: string; Signature: string }> = {}) {
    const DocumentHash = more.DocumentHash ?? (await open(Link)).Result!.DocumentHash;
    return app.call(null, quoteLinks.accept, {
      body: { Link, Name: "Ada Lovelace", Consent: true, ...more, DocumentHash },
    });
  }
  const decline = (Link: string, Reason = "") =>
    app.call(null, quoteLinks.decline, { body: { Link, Name: "Ada Lovelace", Reason } });

  return { draftFor, make, read, send, sent, open, accept, decline, mailsTo: (to: string) => mailsTo(app, to) };
}

export const keyOf = (link: string): string => link.slice(link.lastIndexOf("/") + 1);
