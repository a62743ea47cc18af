import type { World } from "./object-makers.ts";
import { addCustomerOf } from "./order-story.ts";
import { drawing } from "./pictures.ts";
import { quoteStory } from "./quote-story.ts";
import type { Sent } from "./requests.ts";
import type { Person } from "./test-app.ts";

const draftQuote = async (app: World["app"], person: Person) => {
  const { draftFor, make } = quoteStory(app);
  return make(person, draftFor([await addCustomerOf(app, person)]));
};
export const sentQuote = async (app: World["app"], person: Person) => {
  const { draftFor, sent } = quoteStory(app);
  return sent(person, draftFor([await addCustomerOf(app, person)]));
};

/** What must be so before calls about quotes are accepted, as in `accepted.ts`: each has a quote of its own. */
export const acceptedQuotes: Record<string, (world: World, person: Person) => Promise<Sent>> = {
  "quotes.save": async ({ app }, person) => ({ params: { quoteId: await draftQuote(app, person) } }),
  "quotes.send": async ({ app }, person) => {
    const quoteId = await draftQuote(app, person);
    return { params: { quoteId }, body: { Hash: (await quoteStory(app).read(person, quoteId)).Hash! } };
  },
  "quotes.remake": async ({ app }, person) => ({ params: { quoteId: (await sentQuote(app, person)).quoteId } }),
  "quotes.withdraw": async ({ app }, person) => ({ params: { quoteId: (await sentQuote(app, person)).quoteId } }),
  "quotes.copy": async ({ app }, person) => ({ params: { quoteId: (await sentQuote(app, person)).quoteId } }),
  "quotes.retry": async ({ app }, person) => {
    const { quoteId, Link } = await sentQuote(app, person);
    await quoteStory(app).accept(Link);
    await app.sql("update quote_orders set state = 'refused' where quote_id = $1", [quoteId]);
    return { params: { quoteId, position: "1" }, body: {} };
  },
  "quoteLinks.open": async ({ app, person }) => ({ body: { Link: (await sentQuote(app, person)).Link } }),
  "quoteLinks.decline": async ({ app, person }) => ({
    body: { Link: (await sentQuote(app, person)).Link, Name: "Ada Lovelace", Reason: "" },
  }),
  "quoteLinks.accept": async ({ app, person }) => {
    const { quoteId, Link } = await sentQuote(app, person);
    const { DocumentHash } = await quoteStory(app).read(person, quoteId);
    return { body: { Link, DocumentHash: DocumentHash!, Name: "Ada Lovelace", Signature: drawing() } };
  },
};
