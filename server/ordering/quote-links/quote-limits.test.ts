import { quoteLinks } from "@tradewind/contract/ordering/quote-links.ts";
import { quotes } from "@tradewind/contract/ordering/quotes.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { describe, expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { drawing } from "../../test/pictures.ts";
import { keyOf, quoteStory } from "../../test/quote-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer } = orderStory(app, worker);
const { draftFor, make, read, send, sent, open, accept, decline } = quoteStory(app);
const today = () => app.platform.clock.now().toISOString().slice(0, 10);

const stateOf = (person: Person, quoteId: string, state: string) =>
  worker.until(async () => {
    const quote = await read(person, quoteId);
    return quote.Orders.every(({ State }) => State === state) && quote;
  }, `the orders of the quote to be ${state}`);

describe("a link", () => {
  test("leads nowhere weeks after the quote ended, or while its reseller is suspended", async () => {
    const person = await signInSigned();
    const { quoteId, Link } = await sent(person, draftFor([await addCustomer(person)]));
    const { DocumentHash } = (await open(Link)).Result!;
    const answers = async () => [
      await open(Link),
      await app.call(null, quoteLinks.document, { body: { Link } }),
      await accept(Link, { DocumentHash, Signature: drawing() }),
      await decline(Link),
    ];
    const endOn = (day: string) => app.sql("update quotes set valid_until = $2 where id = $1", [quoteId, day]);
    await endOn(addDays(today(), -30));
    expect(await open(Link)).toMatchObject({ status: 200, Result: { State: "expired" } });
    await endOn(addDays(today(), -31));
    for (const answer of await answers()) expect(answer).toMatchObject({ status: 404, Error: "quoteLinkUnknown" });

    await endOn(today());
    await app.sql("update resellers set status = 'Suspended' where id = $1", [person.resellerId]);
    for (const answer of await answers()) expect(answer).toMatchObject({ status: 404, Error: "quoteLinkUnknown" });
    await app.sql("update resellers set status = 'Active' where id = $1", [person.resellerId]);
    expect(await accept(Link)).toMatchObject({ status: 200 });

    // Whoever has it reads no more once it is replaced, and no answered quote is mailed again.
    const params = { quoteId };
    expect(await app.call(person, quotes.remake, { params, body: { Mail: true } })).toMatchObject({ status: 409 });
    const { Result } = await app.call(person, quotes.remake, { params, body: { Mail: false } });
    expect(await open(Link)).toMatchObject({ status: 404 });
    expect(await open(keyOf(Result!.Link))).toMatchObject({ status: 200, Result: { State: "accepted" } });
  });

  test("reads no drawing for a quote that cannot be accepted so, and none that is larger than the page draws", async () => {
    const person = await signInSigned();
    const { Link } = await sent(person, draftFor([await addCustomer(person)]));
    const DocumentHash = "0".repeat(64);
    const pixels = Buffer.alloc(20 * (1 + 801 * 4)).fill(255, 100, 200);
    const Signature = drawing({ width: 801, pixels });
    expect(await accept(Link, { Signature, DocumentHash })).toMatchObject({ Error: "quoteDocumentChanged" });
    expect(await accept(Link, { Signature })).toMatchObject({ status: 422, Error: "signatureImageInvalid" });
    await decline(Link);
    expect(await accept(Link, { Signature })).toMatchObject({ status: 409, Error: "quoteDeclined" });
  });
});

test("what is refused is not counted as a mail", async () => {
  const person = await signInSigned();
  const quoteId = await make(person, draftFor([await addCustomer(person)]));
  for (let times = 0; times < 6; times++)
    expect(await app.call(person, quotes.send, { params: { quoteId }, body: { Hash: "0".repeat(64) } })).toMatchObject({
      status: 409,
      Error: "proposalChanged",
    });
  expect(await send(person, quoteId)).toMatchObject({ status: 200 });
  for (let times = 0; times < 4; times++)
    expect(await app.call(person, quotes.remake, { params: { quoteId }, body: { Mail: true } })).toMatchObject({
      status: 200,
    });
  expect(await app.call(person, quotes.remake, { params: { quoteId }, body: { Mail: true } })).toMatchObject({
    status: 429,
  });
});

test("prices are fixed for 90 days at most, also by a copy", async () => {
  const person = await signInSigned();
  const draft = draftFor([await addCustomer(person)]);
  const late = { ...draft, ValidUntil: addDays(today(), 91) };
  expect(await app.call(person, quotes.make, { body: late })).toMatchObject({
    status: 400,
    Errors: expect.objectContaining({ ValidUntil: expect.anything() }),
  });
  const quoteId = await make(person, { ...draft, ValidUntil: addDays(today(), 90) });
  const save = { params: { quoteId }, body: { ...late, Version: 1 } };
  expect(await app.call(person, quotes.save, save)).toMatchObject({ status: 400 });
  await app.sql("update quotes set valid_until = '9999-12-31' where id = $1", [quoteId]);
  expect(await send(person, quoteId)).toMatchObject({ status: 400 });
  const copied = await app.call(person, quotes.copy, { params: { quoteId } });
  expect(await read(person, copied.Result!.Id)).toMatchObject({ ValidUntil: addDays(today(), 90) });
});

describe("an order of an accepted quote", () => {
  test("below the day's cost waits for somebody who may set prices", async () => {
    const person = await signInSigned();
    const rights = ["customers", "manageService", "addProducts"] as const;
    const engineer = await app.signIn({ kind: "engineer", resellerId: person.resellerId, rights: [...rights] });
    const { quoteId, Link } = await sent(engineer, draftFor([await addCustomer(person)]));
    await app.sql(`update quote_orders set lines = jsonb_set(lines, '{0,unitPrice}', '"0.01"') where quote_id = $1`, [
      quoteId,
    ]);
    await accept(Link);
    const refused = await stateOf(person, quoteId, "refused");
    expect(refused.Orders[0]!.Reason).toContain("now costs more than it was quoted at");
    await app.call(person, quotes.retry, { params: { quoteId, position: "1" }, body: {} });
    await stateOf(person, quoteId, "done");
  });

  test("is tried again while its service is busy, for a day", async () => {
    const person = await signInSigned();
    const customerId = await addCustomer(person);
    const first = await sent(person, draftFor([customerId]));
    await accept(first.Link);
    await stateOf(person, first.quoteId, "done");
    const { quoteId, Link } = await sent(person, draftFor([customerId]));
    const become = (status: string) =>
      app.sql("update service_instances set status = $2 where reseller_id = $1", [person.resellerId, status]);
    await become("Deleting");
    await accept(Link);
    const again = async () => {
      const [job] = await app.sql(
        "select id from pgboss.job where name = 'quotes.order' and data ->> 'quoteId' = $1 and state = 'created' and start_after > now() + interval '20 seconds'",
        [quoteId],
      );
      return job !== undefined;
    };
    await worker.until(again, "the order to be put off", undefined, false);
    expect(await read(person, quoteId)).toMatchObject({ Orders: [{ State: "waiting" }] });

    const file = () => {
      const { resellerId } = person;
      return app.platform.database
        .write({ role: "app_tenant", resellerId }, (tx) =>
          app.platform.jobs.file(tx, "quotes.order", { resellerId, quoteId }),
        )
        .then(() => app.platform.committed());
    };
    await app.sql("update quotes set changed_at = changed_at - interval '25 hours' where id = $1", [quoteId]);
    await file();
    await stateOf(person, quoteId, "refused");
    await become("Active");
    await app.call(person, quotes.retry, { params: { quoteId, position: "1" }, body: {} });
    await stateOf(person, quoteId, "done");
  });
});

test("links that lead nowhere are counted by where they come from; one that leads somewhere opens all the same", async () => {
  const person = await signInSigned();
  const { Link } = await sent(person, draftFor([await addCustomer(person)]));
  const statuses = [];
  for (let left = 40; left > 0; left--) statuses.push((await open(`${Link.slice(0, -4)}${1000 + left}`)).status);
  expect(new Set(statuses.slice(0, 5))).toEqual(new Set([404]));
  expect(statuses.at(-1)).toBe(429);
  expect((await open(Link)).status).toBe(200);
});
