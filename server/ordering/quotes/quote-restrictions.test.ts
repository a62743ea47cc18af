import { activityLog } from "@tradewind/contract/insight/activity-log.ts";
import { quoteLinks } from "@tradewind/contract/ordering/quote-links.ts";
import { quotes } from "@tradewind/contract/ordering/quotes.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { quoteStory } from "../../test/quote-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer } = orderStory(app, worker);
const { draftFor, make, read, send, sent, open } = quoteStory(app);

async function restrict({ resellerId, membershipId }: Person, customerId: string) {
  await app.sql("update memberships set only_customers = true where id = $1", [membershipId]);
  await app.sql("insert into membership_customers (reseller_id, membership_id, customer_id) values ($1, $2, $3)", [
    resellerId,
    membershipId,
    customerId,
  ]);
  app.platform.sessions.forget("");
}

test("whoever was restricted since reads and answers nothing of quotes that they see only in part", async () => {
  const person = await signInSigned();
  const [seen, hidden] = [await addCustomer(person, "Seen Ltd"), await addCustomer(person, "Hidden Ltd")];
  const engineer = await app.signIn({ kind: "engineer", resellerId: person.resellerId });
  const both = draftFor([seen, hidden]);
  const { quoteId, Link } = await sent(engineer, both);
  const draftId = await make(engineer, both);
  await restrict(engineer, seen);

  for (const id of [quoteId, draftId]) {
    const params = { quoteId: id };
    for (const answer of [
      await app.call(engineer, quotes.byId, { params }),
      await app.call(engineer, quotes.document, { params }),
      await app.call(engineer, quotes.save, { params, body: { ...draftFor([seen]), Version: 1 } }),
      await app.call(engineer, quotes.send, { params, body: { Hash: (await read(person, id)).Hash! } }),
      await app.call(engineer, quotes.remake, { params, body: { Mail: false } }),
      await app.call(engineer, quotes.withdraw, { params }),
      await app.call(engineer, quotes.copy, { params }),
      await app.call(engineer, quotes.retry, { params: { ...params, position: "1" }, body: {} }),
    ])
      expect(answer).toMatchObject({ status: 404, Error: "notFound" });
  }
  expect((await app.call(engineer, quotes.list, { query: {} })).Result!.Items).toEqual([]);
  expect(await open(Link)).toMatchObject({ status: 200, Result: { State: "sent" } });
  expect(await app.call(null, quoteLinks.document, { body: { Link } })).toMatchObject({ status: 200 });
  // Numbers go on after those that they do not see.
  const own = await make(engineer, draftFor([seen]));
  expect(await read(engineer, own)).toMatchObject({ Number: "Q-00003" });
});

test("a colleague who puts another customer into somebody's draft takes all of it out of their sight", async () => {
  const person = await signInSigned();
  const [seen, hidden] = [await addCustomer(person), await addCustomer(person)];
  const engineer = await app.signIn({ kind: "engineer", resellerId: person.resellerId });
  await restrict(engineer, seen);
  const quoteId = await make(engineer, draftFor([seen]));
  expect(await read(engineer, quoteId)).toMatchObject({ State: "draft" });
  const body = { ...draftFor([hidden, seen]), Version: 1 };
  expect(await app.call(person, quotes.save, { params: { quoteId }, body })).toMatchObject({ status: 200 });
  const Hash = (await read(person, quoteId)).Hash!;
  expect(await app.call(engineer, quotes.send, { params: { quoteId }, body: { Hash } })).toMatchObject({ status: 404 });
  expect(await send(person, quoteId)).toMatchObject({ status: 200 });
  expect(await app.call(engineer, quotes.document, { params: { quoteId } })).toMatchObject({ status: 404 });
});

test("the database alone shows nobody restricted what hangs on a quote of others", async () => {
  const person = await signInSigned();
  const [seen, hidden] = [await addCustomer(person), await addCustomer(person)];
  const engineer = await app.signIn({ kind: "engineer", resellerId: person.resellerId });
  const whole = await sent(engineer, draftFor([seen]));
  await sent(engineer, draftFor([seen, hidden]));
  await restrict(engineer, seen);
  const { resellerId, membershipId } = engineer;
  await app.platform.database.read({ role: "app_restricted", resellerId, restrictedTo: membershipId }, async (db) => {
    for (const table of ["quote_orders", "quote_links", "quote_documents"] as const)
      expect(await db.selectFrom(table).select("quote_id").execute()).toEqual([{ quote_id: whole.quoteId }]);
    expect(await db.selectFrom("quotes").select("id").execute()).toEqual([{ id: whole.quoteId }]);
  });
});

test("people of some products read nothing of quotes in the log, and nobody guesses hidden prices by a hash", async () => {
  const person = await signInSigned();
  const quoteId = await make(person, draftFor([await addCustomer(person)], { Title: "Secret plans" }));
  const engineer = await app.signIn({ kind: "engineer", resellerId: person.resellerId });
  const log = async () => (await app.call(engineer, activityLog.list, { query: {} })).text;
  expect(await log()).toContain("Secret plans");
  await app.sql("update memberships set only_products = '{acronis}' where id = $1", [engineer.membershipId]);
  app.platform.sessions.forget("");
  expect(await log()).not.toContain("Secret plans");

  await app.sql("update resellers set hide_pricing = true where id = $1", [person.resellerId]);
  const blind = await app.signIn({ kind: "engineer", resellerId: person.resellerId });
  expect(await read(blind, quoteId)).toMatchObject({ Hash: null });
});
