import { customers } from "@tradewind/contract/customers/customers.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { quoteLinks } from "@tradewind/contract/ordering/quote-links.ts";
import { quotes } from "@tradewind/contract/ordering/quotes.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { monthly, quoteStory, yearly } from "../../test/quote-story.ts";
import { drawing } from "../../test/pictures.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { refileLostQuotes } from "./quotes.jobs.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, order: ordering, becomes } = orderStory(app, worker);
const { draftFor, make, read, send, sent, open, accept, mailsTo } = quoteStory(app);

const settled = (person: Person, quoteId: string, state: string) =>
  worker.until(async () => {
    const quote = await read(person, quoteId);
    return quote.Orders.every(({ State }) => State === state) && quote;
  }, `the orders of the quote to be ${state}`);
const kept = async (quoteId: string) =>
  (
    await app.sql<{ sha256: string; bytes: Buffer }>("select * from quote_documents where quote_id = $1", [quoteId])
  )[0]!;

describe("a draft", () => {
  test("shows today's prices, and is changed by whoever saw the last change", async () => {
    const person = await signInSigned();
    const draft = draftFor([await addCustomer(person, "Acme of Leeds")]);
    const quoteId = await make(person, draft);
    const first = await read(person, quoteId);
    expect(first).toMatchObject({
      Number: "Q-00001",
      State: "draft",
      Version: 1,
      Customers: ["Acme of Leeds"],
      Orders: [
        {
          State: "quoted",
          Reason: null,
          Lines: [{ Quantity: 3, UnitPrice: "99.99", IsOwnPrice: true, Amount: { Minor: "29997", Currency: "GBP" } }],
        },
      ],
      Sums: [{ Billing: "monthly", Price: { Minor: "29997" } }],
    });
    const [{ Price, Cost, Margin }] = first.Sums as [(typeof first.Sums)[number]];
    expect(BigInt(Margin!.Minor)).toBe(BigInt(Price!.Minor) - BigInt(Cost!.Minor));

    const change = (Version: number, Title: string) =>
      app.call(person, quotes.save, { params: { quoteId }, body: { ...draft, Title, Version } });
    expect((await change(1, "Two offices")).Result).toMatchObject({ Title: "Two offices", Version: 2 });
    expect(await change(1, "Three offices")).toMatchObject({ status: 409, Error: "conflict" });
    expect(
      await app.call(person, quotes.make, { body: draft }).then(({ Result }) => read(person, Result!.Id)),
    ).toMatchObject({ Number: "Q-00002" });
  });

  test("is listed with the customers and sums that its page shows, rounded line by line", async () => {
    const person = await signInSigned();
    const [first, second] = [await addCustomer(person, "Zenith"), await addCustomer(person, "Apex")];
    const order = (CustomerId: string, prices: readonly string[]) => ({
      CustomerId,
      ProductId: "microsoft-365",
      Lines: prices.map((UnitPrice, at) => ({
        Key: String(at),
        OfferId: at % 2 ? yearly : monthly,
        Quantity: 3 + at,
        UnitPrice,
      })),
    });
    const Orders = [order(first, ["0.105", "7.3333", "0.005"]), order(second, ["12.345678"])];
    const quoteId = await make(person, draftFor([], { Orders }));
    const [listed] = (await app.call(person, quotes.list, {})).Result!.Items;
    const shown = await read(person, quoteId);
    expect(listed).toEqual(
      Object.fromEntries(Object.keys(listed!).map((key) => [key, shown[key as keyof typeof shown]])),
    );
    expect(listed).toMatchObject({
      Customers: ["Zenith", "Apex"],
      Sums: [{ Price: { Minor: String(32 + 3 + 2933 + 3704) } }],
    });
  });

  test("has at most a hundred lines", async () => {
    const person = await signInSigned();
    const customerId = await addCustomer(person);
    const Lines = Array.from({ length: 34 }, (_, at) => ({ Key: String(at), OfferId: monthly, Quantity: 1 }));
    const Orders = Array.from({ length: 3 }, () => ({ CustomerId: customerId, ProductId: "microsoft-365", Lines }));
    expect(await app.call(person, quotes.make, { body: draftFor([], { Orders }) })).toMatchObject({
      status: 400,
      Error: "invalidRequest",
      Errors: { Orders: "Quote at most 100 lines in all" },
    });
  });

  test("quotes the usual price, else the recommended one, where none is set", async () => {
    const person = await signInSigned();
    const customerId = await addCustomer(person);
    const lines = [{ Key: "a", OfferId: monthly, Quantity: 1 }];
    const draft = draftFor([customerId], {
      Orders: [{ CustomerId: customerId, ProductId: "microsoft-365", Lines: lines }],
    });
    const quoteId = await make(person, draft);
    const line = async () => (await read(person, quoteId)).Orders[0]!.Lines[0]!;
    const recommended = await line();
    expect(recommended).toMatchObject({ UsualPrice: null, IsOwnPrice: false, UnitPrice: recommended.Recommended });
    await app.sql(
      "insert into price_rules (reseller_id, customer_id, offer_id, product_id, from_date, kind, value) values ($1, $2, $3, 'microsoft-365', '2026-01-01', 'fixed', '33.33')",
      [person.resellerId, customerId, monthly],
    );
    expect(await line()).toMatchObject({ UsualPrice: "33.33", UnitPrice: "33.33" });
  });

  test("cannot be made of what cannot be ordered, and says so once it no longer can", async () => {
    const person = await signInSigned();
    const customerId = await addCustomer(person);
    const draft = draftFor([customerId]);
    const lines = [{ Key: "a", OfferId: monthly, Quantity: 100_000 }];
    expect(
      await app.call(person, quotes.make, { body: { ...draft, Orders: [{ ...draft.Orders[0]!, Lines: lines }] } }),
    ).toMatchObject({ status: 422, Error: "quantityAboveMaximum" });
    const quoteId = await make(person, draft);
    await app.call(person, customers.suspend, { params: { customerId } });
    const quote = await read(person, quoteId);
    expect(quote.Orders[0]).toMatchObject({ Reason: expect.stringContaining("suspended"), Lines: [{ Quantity: 3 }] });
    expect(await send(person, quoteId)).toMatchObject({ status: 409, Error: "customerSuspended" });
  });
});

test("a draft says what is to be answered before it can be ordered, until it is", async () => {
  const person = await signInSigned();
  const draft = draftFor([await addCustomer(person)]);
  const quoteId = await make(person, { ...draft, Orders: [{ ...draft.Orders[0]!, Details: {} }] });
  const { Version, Orders } = await read(person, quoteId);
  expect(Orders[0]).toMatchObject({ Reason: null, Missing: expect.arrayContaining(["Their email"]) });
  const { Result } = await app.call(person, quotes.save, { params: { quoteId }, body: { ...draft, Version } });
  expect(Result!.Orders[0]!.Missing).toEqual([]);
});

describe("sending", () => {
  test("fixes prices and document, mails the link once, and leaves nothing to change", async () => {
    const person = await signInSigned();
    const draft = draftFor([await addCustomer(person)]);
    const quoteId = await make(person, draft);
    const { Result } = await send(person, quoteId);
    const [mail] = await mailsTo(draft.RecipientEmail);
    expect(mail).toMatchObject({ template: "quoteSent", from: person.resellerId, data: { url: Result!.Link } });
    const rows = await app.sql<{ link_hash: Buffer }>("select link_hash from quote_links where quote_id = $1", [
      quoteId,
    ]);
    expect(rows).toEqual([{ link_hash: createHash("sha256").update(mail!.key).digest() }]);

    await app.sql("update customers set name = 'Renamed since' where reseller_id = $1", [person.resellerId]);
    const file = await app.call(person, quotes.document, { params: { quoteId } });
    const { sha256, bytes } = await kept(quoteId);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
    expect(file.headers["content-length"]).toBe(String(bytes.length));
    expect(await read(person, quoteId)).toMatchObject({ State: "sent", DocumentHash: sha256 });
    expect(await app.call(person, quotes.save, { params: { quoteId }, body: { ...draft, Version: 1 } })).toMatchObject({
      status: 409,
      Error: "quoteNotDraft",
    });
    expect(await send(person, quoteId)).toMatchObject({ status: 409, Error: "quoteNotDraft" });
  });

  test("is refused by another hash, without lines, and below cost to who may set no prices", async () => {
    const person = await signInSigned();
    const customerId = await addCustomer(person);
    const empty = await make(person, draftFor([customerId], { Orders: [] }));
    expect(await send(person, empty)).toMatchObject({ status: 409, Error: "quoteEmpty" });

    const draft = draftFor([customerId]);
    const cheap = [{ Key: "a", OfferId: monthly, Quantity: 1, UnitPrice: "0.01" }];
    const quoteId = await make(person, { ...draft, Orders: [{ ...draft.Orders[0]!, Lines: cheap }] });
    expect(await app.call(person, quotes.send, { params: { quoteId }, body: { Hash: "0".repeat(64) } })).toMatchObject({
      status: 409,
      Error: "proposalChanged",
    });
    const engineer = await app.signIn({
      kind: "engineer",
      resellerId: person.resellerId,
      rights: ["customers", "manageService", "addProducts"],
    });
    expect((await read(engineer, quoteId)).MaySellBelowCost).toBe(false);
    expect(await send(engineer, quoteId)).toMatchObject({ status: 409, Error: "quoteBelowCost" });
    expect(await send(person, quoteId)).toMatchObject({ status: 200 });
  });

  test("makes another link in the place of the one before", async () => {
    const person = await signInSigned();
    const { quoteId, Link } = await sent(person, draftFor([await addCustomer(person)]));
    const { Result } = await app.call(person, quotes.remake, { params: { quoteId }, body: { Mail: false } });
    const next = Result!.Link.split("/").at(-1)!;
    expect(await open(Link)).toMatchObject({ status: 404, Error: "quoteLinkUnknown" });
    expect(await open(next)).toMatchObject({ status: 200 });
  });
});

describe("an accepted quote", () => {
  test("becomes orders at its prices, one for each product and customer, to the penny", async () => {
    const person = await signInSigned();
    const customerIds = [await addCustomer(person), await addCustomer(person)];
    const draft = draftFor(customerIds);
    draft.Orders[1]!.Lines.push({ Key: "b", OfferId: yearly, Quantity: 7, UnitPrice: "12.345" });
    const { quoteId, Link } = await sent(person, draft);
    const shown = (await open(Link)).Result!;
    expect(shown.Sums).toEqual([{ Billing: "monthly", Price: { Minor: "68636", Currency: "GBP" } }]);
    expect(JSON.stringify(shown)).not.toMatch(/cost|margin/i);

    expect(await accept(Link, { Signature: drawing() })).toMatchObject({ status: 200, Result: { State: "accepted" } });
    const quote = await settled(person, quoteId, "done");
    expect(quote.Signer).toMatchObject({ Name: "Ada Lovelace", Drawing: expect.stringContaining("data:image/png") });
    const rows = await app.sql<{ customer_id: string; price: string; quantity: number; placed_by_name: string }>(
      `select s.customer_id, trim_scale(s.customer_price)::text as price, s.quantity, o.placed_by_name
       from subscriptions s join orders o on o.instance_id = s.instance_id where s.reseller_id = $1 order by s.customer_id, price desc`,
      [person.resellerId],
    );
    expect(rows.map(({ price, quantity, placed_by_name }) => [price, quantity, placed_by_name])).toEqual([
      ["99.99", 3, "Robin Tester"],
      ["99.99", 3, "Robin Tester"],
      ["12.345", 7, "Robin Tester"],
    ]);
    const margins = await Promise.all(
      quote.Orders.map(async ({ OrderId }) => {
        const [row] = await app.sql<{
          proposal: { Margin: { CustomerPrice: { Minor: string }; Cost: { Minor: string } } };
        }>("select proposal from orders where id = $1", [OrderId]);
        return row!.proposal.Margin;
      }),
    );
    const sum = (of: "CustomerPrice" | "Cost") => margins.reduce((all, each) => all + BigInt(each[of].Minor), 0n);
    expect(String(sum("CustomerPrice"))).toBe(quote.Sums[0]!.Price!.Minor);
    expect(String(sum("Cost"))).toBe(quote.Sums[0]!.Cost!.Minor);
    const [charged] = await app.sql<{ minor: string }>(
      "select sum(amount_minor)::text as minor from charges where reseller_id = $1",
      [person.resellerId],
    );
    expect(charged!.minor).toBe(quote.Sums[0]!.Cost!.Minor);
    const mails = (await mailsTo(person.email)).filter(({ template }) => template !== "orderDone");
    expect(mails).toMatchObject([{ template: "quoteAccepted" }]);
    expect(
      await app.call(person, services.byId, { params: { instanceId: quote.Orders[0]!.InstanceId! } }),
    ).toMatchObject({ status: 200 });
  });

  test("says what could not be ordered, and orders it again when asked", async () => {
    const person = await signInSigned();
    const [good, held] = [await addCustomer(person), await addCustomer(person)];
    const draft = draftFor([good, held]);
    draft.Orders[0]!.Details = {};
    const { quoteId, Link } = await sent(person, draft);
    await app.call(person, customers.suspend, { params: { customerId: held } });
    await accept(Link);
    const quote = await settled(person, quoteId, "refused");
    expect(quote.Orders.map(({ Reason }) => Reason)).toEqual([
      expect.stringMatching(/^Please check these answers: .*Their email/),
      expect.stringContaining("suspended"),
    ]);
    await app.call(person, customers.reactivate, { params: { customerId: held } });
    const retry = (position: string, Details?: Record<string, string>) =>
      app.call(person, quotes.retry, { params: { quoteId, position }, body: { Details } });
    const { Result } = await app.call(person, quotes.questions, {
      query: { CustomerId: good, ProductId: "microsoft-365" },
    });
    const fields = Result!.Steps.flatMap(({ Fields }) => Fields);
    expect(fields.map(({ Name }) => Name)).toContain("AgreementName");
    await retry("1", {
      AgreementName: "Ada Lovelace",
      AgreementEmail: "ada@acme.example",
      AgreementDate: "2026-01-01",
    });
    await retry("2");
    await settled(person, quoteId, "done");
    expect(await retry("1")).toMatchObject({ status: 409, Error: "quoteOrderNotRefused" });
    const placed = await app.sql("select id from orders where reseller_id = $1", [person.resellerId]);
    expect(placed).toHaveLength(2);
  });

  test("orders again what its vendor refused, at its price, once it was cancelled, and says when it is too late to try it again", async () => {
    const person = await signInSigned();
    const draft = draftFor([await addCustomer(person)]);
    const good = draft.Orders[0]!.Details;
    const domain = `fail-${crypto.randomUUID().slice(0, 8)}`;
    draft.Orders[0]!.Details = { ...good, MicrosoftDomain: domain };
    const { quoteId, Link } = await sent(person, draft);
    await accept(Link);
    const failed = (await settled(person, quoteId, "failed")).Orders[0]!;
    const retry = () => app.call(person, quotes.retry, { params: { quoteId, position: "1" }, body: { Details: good } });
    await worker.control("microsoft", "act", { action: "heal", domain });
    expect(failed.Again).toBe(false);
    expect(await retry()).toMatchObject({ status: 409, Error: "quoteOrderNotRefused" });

    await worker.moveDays(40);
    expect(await app.call(person, orders.retry, { params: { orderId: failed.OrderId! } })).toMatchObject({
      Error: "retryTooLate",
    });
    expect((await read(person, quoteId)).Orders[0]).toMatchObject({
      State: "failed",
      Again: false,
      Reason: `${failed.Reason} The promised period is over. Cancel what was never provided, then order it again.`,
    });
    const InstanceId = failed.InstanceId!;
    const { Subscriptions } = await becomes(person, InstanceId, "ActivationFailed");
    const Keys = Subscriptions.map(({ Id }) => Id);
    await ordering(person, failed.CustomerId, { Kind: "cancel", Keys }, { InstanceId });
    await becomes(person, InstanceId, "Deleted");
    expect((await read(person, quoteId)).Orders[0]).toMatchObject({
      State: "failed",
      Again: true,
      Reason: failed.Reason,
    });
    expect(await retry()).toMatchObject({ status: 200 });
    const done = (await settled(person, quoteId, "done")).Orders[0]!;
    expect(done).toMatchObject({ Again: false, Reason: null });
    expect(done.OrderId).not.toBe(failed.OrderId);
    const [row] = await app.sql<{ price: string }>(
      `select trim_scale(s.customer_price)::text as price from subscriptions s
       join order_lines l on l.reseller_id = s.reseller_id and l.subscription_id = s.id where l.order_id = $1`,
      [done.OrderId],
    );
    expect(row!.price).toBe("99.99");
  });

  test("is priced by its quote although costs, rules and rights have changed since", async () => {
    const person = await signInSigned();
    const colleague = await app.signIn({ resellerId: person.resellerId });
    const customerId = await addCustomer(person);
    const { quoteId, Link } = await sent(person, draftFor([customerId]));
    await app.sql(
      "insert into price_rules (reseller_id, customer_id, offer_id, product_id, from_date, kind, value) values ($1, $2, $3, 'microsoft-365', '2026-01-01', 'fixed', '500')",
      [person.resellerId, customerId, monthly],
    );
    await app.sql("update memberships set permissions = '{}' where id = $1", [person.membershipId]);
    await accept(Link);
    const refused = await settled(colleague, quoteId, "refused");
    expect(refused.Orders[0]!.Reason).toContain("may not order any more");
    await app.call(colleague, quotes.retry, { params: { quoteId, position: "1" }, body: {} });
    const done = await settled(colleague, quoteId, "done");
    const order = await app.call(colleague, orders.byId, { params: { orderId: done.Orders[0]!.OrderId! } });
    expect(order.Result!.PlacedBy).toBe("Robin Tester");
    const [row] = await app.sql<{ price: string }>(
      "select trim_scale(customer_price)::text as price from subscriptions where reseller_id = $1",
      [person.resellerId],
    );
    expect(row!.price).toBe("99.99");
  });

  test("is ordered once, however often its job runs", async () => {
    const person = await signInSigned();
    const { quoteId, Link } = await sent(person, draftFor([await addCustomer(person), await addCustomer(person)]));
    await accept(Link);
    await Promise.all(
      Array.from({ length: 4 }, () =>
        app.platform.database.write({ role: "app_tenant", resellerId: person.resellerId }, (tx) =>
          app.platform.jobs.file(tx, "quotes.order", { resellerId: person.resellerId, quoteId }),
        ),
      ),
    );
    app.platform.committed();
    await settled(person, quoteId, "done");
    expect(await app.sql("select id from orders where reseller_id = $1", [person.resellerId])).toHaveLength(2);
  });
});

test("what was accepted is ordered although its job was lost", async () => {
  const person = await signInSigned();
  const { quoteId } = await sent(person, draftFor([await addCustomer(person)]));
  await app.sql("update quotes set state = 'accepted' where id = $1", [quoteId]);
  await app.sql("update quote_orders set state = 'waiting' where quote_id = $1", [quoteId]);
  await refileLostQuotes(worker.platform);
  await settled(person, quoteId, "done");
  await refileLostQuotes(worker.platform);
  expect(await app.sql("select from pgboss.job where data ->> 'quoteId' = $1", [quoteId])).toHaveLength(1);
});

test("a link's document is the one that was sent", async () => {
  const person = await signInSigned();
  const { quoteId, Link } = await sent(person, draftFor([await addCustomer(person)]));
  const file = await app.call(null, quoteLinks.document, { body: { Link } });
  expect(file).toMatchObject({ status: 200 });
  expect(file.headers["content-type"]).toBe("application/pdf");
  expect(file.headers["content-length"]).toBe(String((await kept(quoteId)).bytes.length));
});
