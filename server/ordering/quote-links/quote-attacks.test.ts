import { quoteLinks } from "@tradewind/contract/ordering/quote-links.ts";
import { quotes } from "@tradewind/contract/ordering/quotes.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { randomBytes } from "node:crypto";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { quoteStory } from "../../test/quote-story.ts";
import { drawing } from "../../test/pictures.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer } = orderStory(app, worker);
const { draftFor, make, read, send, sent, open, accept, decline, mailsTo } = quoteStory(app);

describe("a link", () => {
  test("that was guessed gets one answer, whatever it is and whatever it wants", async () => {
    const guessed = () => randomBytes(32).toString("base64url");
    const hash = "0".repeat(64);
    const answers = [
      await open(guessed()),
      await app.call(null, quoteLinks.document, { body: { Link: guessed() } }),
      await accept(guessed(), { DocumentHash: hash }),
      await accept(guessed(), { DocumentHash: hash, Signature: drawing() }),
      await decline(guessed()),
    ];
    expect(new Set(answers.map(({ status, Error, Messages }) => JSON.stringify({ status, Error, Messages })))).toEqual(
      new Set([JSON.stringify({ status: 404, Error: "quoteLinkUnknown", Messages: answers[0]!.Messages })]),
    );
    expect(await open("short")).toMatchObject({ status: 400 });
  });

  test("shows one quote and nothing of costs, people or other quotes", async () => {
    const person = await signInSigned();
    const { Link } = await sent(person, draftFor([await addCustomer(person, "Acme of York")]));
    await sent(person, draftFor([await addCustomer(person, "Another Customer")], { Title: "Secret plans" }));
    const { text } = await open(Link);
    expect(text).toContain("Acme of York");
    for (const hidden of [
      "Another Customer",
      "Secret plans",
      "Cost",
      "Margin",
      person.email,
      "Robin",
      person.resellerId,
    ])
      expect(text).not.toContain(hidden);
  });

  test("of a draft that was never sent does not exist, and no draft is answered", async () => {
    const person = await signInSigned();
    const quoteId = await make(person, draftFor([await addCustomer(person)]));
    expect(await app.sql("select * from quote_links where quote_id = $1", [quoteId])).toEqual([]);
    expect(await app.call(person, quotes.remake, { params: { quoteId }, body: { Mail: false } })).toMatchObject({
      status: 409,
      Error: "quoteNotOpen",
    });
  });
});

describe("an answer", () => {
  test("is taken once, of many at once", async () => {
    const person = await signInSigned();
    const { quoteId, Link } = await sent(person, draftFor([await addCustomer(person)]));
    const { DocumentHash } = (await open(Link)).Result!;
    const answers = await Promise.all([
      ...["Ada", "Grace", "Edith"].map((Name) => accept(Link, { Name: `${Name} Lovelace`, DocumentHash })),
      decline(Link, "Too dear"),
    ]);
    const { State, Signer } = await read(person, quoteId);
    if (State === "accepted") {
      expect(answers.slice(0, 3).map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set(answers.slice(0, 3).map(({ Result }) => Result!.SignedBy))).toEqual(new Set([Signer!.Name]));
      expect(answers[3]).toMatchObject({ status: 409, Error: "quoteAccepted" });
    } else expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 200]);
    // The order that is made of it has mails of its own.
    const mails = (await mailsTo(person.email)).filter(({ template }) => template !== "orderDone");
    expect(mails).toHaveLength(1);
    const jobs = await app.sql("select id from pgboss.job where name = 'quotes.order' and data ->> 'quoteId' = $1", [
      quoteId,
    ]);
    expect(jobs).toHaveLength(State === "accepted" ? 1 : 0);
  });

  test("by a link that another took the place of meanwhile is not taken", async () => {
    const person = await signInSigned();
    const { quoteId, Link } = await sent(person, draftFor([await addCustomer(person)]));
    const { DocumentHash } = (await open(Link)).Result!;
    const holding = new pg.Client(app.database.adminUrl);
    await holding.connect();
    await holding.query("begin");
    await holding.query("select from quotes where id = $1 for update", [quoteId]);
    const waiting = (many: number) =>
      worker.until(async () => {
        const { rows } = await holding.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rows.length === many;
      }, `${many} to wait for the quote`);
    const remade = app.call(person, quotes.remake, { params: { quoteId }, body: { Mail: false } });
    await waiting(1);
    const answers = Promise.all([accept(Link, { DocumentHash }), decline(Link)]);
    await waiting(3);
    await holding.query("commit");
    await holding.end();
    expect((await remade).status).toBe(200);
    for (const answer of await answers) expect(answer).toMatchObject({ status: 404, Error: "quoteLinkUnknown" });
    expect(await read(person, quoteId)).toMatchObject({ State: "sent", Signer: null });
  });

  test("is refused in plain words after the last day, after a withdrawal, and for another document", async () => {
    const person = await signInSigned();
    const customerId = await addCustomer(person);
    const late = await sent(person, draftFor([customerId]));
    await app.sql("update quotes set valid_until = $2 where id = $1", [
      late.quoteId,
      addDays(app.platform.clock.today(), -1),
    ]);
    expect((await open(late.Link)).Result).toMatchObject({ State: "expired" });
    expect(await accept(late.Link)).toMatchObject({ status: 409, Error: "quoteExpired" });
    expect(await decline(late.Link)).toMatchObject({ status: 409, Error: "quoteExpired" });
    expect(await read(person, late.quoteId)).toMatchObject({ State: "expired", Signer: null });

    const back = await sent(person, draftFor([customerId]));
    const { DocumentHash } = (await open(back.Link)).Result!;
    await app.sql("update quotes set state = 'withdrawn' where id = $1", [back.quoteId]);
    expect(await accept(back.Link, { DocumentHash })).toMatchObject({ status: 409, Error: "quoteWithdrawn" });
    await app.sql("update quotes set state = 'sent' where id = $1", [back.quoteId]);
    await app.call(person, quotes.withdraw, { params: { quoteId: back.quoteId } });
    expect(await accept(back.Link, { DocumentHash })).toMatchObject({ status: 404, Error: "quoteLinkUnknown" });
    expect(await app.call(person, quotes.withdraw, { params: { quoteId: back.quoteId } })).toMatchObject({
      status: 409,
    });

    const other = await sent(person, draftFor([customerId]));
    expect(await accept(other.Link, { DocumentHash: "0".repeat(64) })).toMatchObject({
      status: 409,
      Error: "quoteDocumentChanged",
    });
    expect(await decline(other.Link, "Too dear")).toMatchObject({ status: 200, Result: { State: "declined" } });
    expect(await accept(other.Link)).toMatchObject({ status: 409, Error: "quoteDeclined" });
    expect(await read(person, other.quoteId)).toMatchObject({ DeclineReason: "Too dear" });
    expect(await app.sql("select id from orders where reseller_id = $1", [person.resellerId])).toEqual([]);
  });

  test("keeps who gave it, when, and from where", async () => {
    const person = await signInSigned();
    const { quoteId, Link } = await sent(person, draftFor([await addCustomer(person)]));
    const { DocumentHash } = (await open(Link)).Result!;
    await app.call(
      null,
      quoteLinks.accept,
      { body: { Link, Name: "Ada Lovelace", Consent: true, DocumentHash } },
      { headers: { "user-agent": "Analytical Engine/1" } },
    );
    expect((await read(person, quoteId)).Signer).toEqual({
      Name: "Ada Lovelace",
      Address: "127.0.0.1",
      Browser: "Analytical Engine/1",
      Drawing: null,
    });
    const entries = await app.sql<{ action: string; ip: string; who: string }>(
      "select action, host(ip::inet) as ip, who from activity where reseller_id = $1 and action like 'quotes.%' order by id",
      [person.resellerId],
    );
    expect(entries.map(({ action }) => action)).toEqual(["quotes.make", "quotes.send", "quotes.open", "quotes.accept"]);
    expect(entries[3]).toMatchObject({ ip: "127.0.0.1", who: "Somebody not signed in" });
  });
});

describe("of other people", () => {
  test("another reseller sees and changes nothing, and quotes no customer of ours", async () => {
    const [ours, theirs] = [await signInSigned(), await signInSigned()];
    const customerId = await addCustomer(ours);
    const { quoteId } = await sent(ours, draftFor([customerId]));
    const params = { quoteId };
    for (const answer of [
      await app.call(theirs, quotes.byId, { params }),
      await app.call(theirs, quotes.document, { params }),
      await app.call(theirs, quotes.withdraw, { params }),
      await app.call(theirs, quotes.copy, { params }),
      await app.call(theirs, quotes.remake, { params, body: { Mail: false } }),
      await app.call(theirs, quotes.make, { body: draftFor([customerId]) }),
      await app.call(theirs, quotes.offers, { query: { CustomerId: customerId } }),
    ])
      expect(answer).toMatchObject({ status: 404, Error: "notFound" });
    expect((await app.call(theirs, quotes.list, { query: {} })).Result!.Items).toEqual([]);
  });

  test("who sees some customers sees own quotes only, and nobody's prices who sees none", async () => {
    const person = await signInSigned();
    const [seen, hidden] = [await addCustomer(person), await addCustomer(person)];
    const { quoteId } = await sent(person, draftFor([seen]));
    const engineer = await app.signIn({ kind: "engineer", resellerId: person.resellerId });
    await app.sql("update memberships set only_customers = true where id = $1", [engineer.membershipId]);
    await app.sql("insert into membership_customers (reseller_id, membership_id, customer_id) values ($1, $2, $3)", [
      person.resellerId,
      engineer.membershipId,
      seen,
    ]);
    expect(await app.call(engineer, quotes.byId, { params: { quoteId } })).toMatchObject({ status: 404 });
    const own = await make(engineer, draftFor([seen]));
    expect((await app.call(engineer, quotes.list, { query: {} })).Result!.Items).toMatchObject([{ Id: own }]);
    expect(await app.call(engineer, quotes.make, { body: draftFor([hidden]) })).toMatchObject({ status: 404 });
    expect(await send(engineer, own)).toMatchObject({ status: 200 });

    await app.sql("update resellers set hide_pricing = true where id = $1", [person.resellerId]);
    const blind = await app.signIn({ kind: "engineer", resellerId: person.resellerId });
    const { text } = await app.call(blind, quotes.byId, { params: { quoteId } });
    expect(text).not.toContain("99.99");
    expect(await app.call(blind, quotes.document, { params: { quoteId } })).toMatchObject({ Error: "pricesHidden" });
    expect(await app.call(blind, quotes.make, { body: draftFor([seen]) })).toMatchObject({ Error: "pricesHidden" });
  });
});

test("whoever sent a quote is told once that it is about to expire", async () => {
  const person = await signInSigned();
  const { quoteId } = await sent(person, draftFor([await addCustomer(person)]));
  await app.sql("update quotes set valid_until = $2 where id = $1", [quoteId, addDays(app.platform.clock.today(), 4)]);
  await worker.moveDays(2);
  await worker.moveDays(1);
  const mails = (await mailsTo(person.email)).filter(({ template }) => template === "quoteExpiring");
  expect(mails).toHaveLength(1);
});
