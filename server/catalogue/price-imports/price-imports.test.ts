import { priceImports } from "@tradewind/contract/catalogue/price-imports.ts";
import { priceLists } from "@tradewind/contract/catalogue/price-lists.ts";
import { catalogue } from "@tradewind/contract/catalogue/products.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { mostPriceRows } from "@tradewind/domain/catalogue/price-file.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { expect, inject, test } from "vitest";
import { prepareDatabase } from "../../prepare-database.ts";
import { agreement, orderStory } from "../../test/order-story.ts";
import { monthly, quoteStory } from "../../test/quote-story.ts";
import { priceFile, priceStory } from "../../test/price-story.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const operator = await app.signInOperator();
const story = priceStory(app, operator);
const quotes = quoteStory(app);
const { signInSigned, addCustomer, order, becomes } = orderStory(app, worker);

const basic = "CFQ7TTC0LH18:0001";
const today = () => worker.platform.clock.today();
const inDays = (days: number) => addDays(today(), days);
const rowsOf = async (priceImportId: string, Kind: "changed" | "added" | "unchanged" | "unknown") =>
  (await app.call(operator, priceImports.rows, { params: { priceImportId }, query: { Kind } })).Result!.Items;
const faultsOf = async (priceImportId: string) =>
  (await app.call(operator, priceImports.byId, { params: { priceImportId } })).Result!.Faults.map(
    ({ Line, Column, Reason }) => `${Line} ${Column}: ${Reason}`,
  );
const pricesOf = async (offerId: string, currency = "GBP") =>
  (await app.call(operator, priceLists.byOffer, { params: { offerId } })).Result!.Prices.find(
    ({ Currency }) => Currency === currency,
  )!.Rows;
const line = (sku: string, plan: string, ...rest: string[]) => [sku, ...plan.split(":"), ...rest].join(",");

test("a file is compared row by row with the prices of its day, and holds from that day once it is taken over", async () => {
  const day = inDays(40);
  const [asIs] = await pricesOf(`${basic}:P1M:monthly`, "EUR");
  const made = await story.importFile(
    day,
    priceFile(
      line(basic, "P1Y:monthly", "GBP", "5.22", "6.10", "4.90"),
      line(basic, "P1M:monthly", "EUR", asIs!.ResellersPay, asIs!.Recommended!),
    ),
    `${line("nothing", "P1Y:monthly", "GBP", "1", "2", "")}\r\n${line(basic, "P1Y:annual", "GBP", "", "70.00", "")}\r\n`,
  );
  expect(made).toMatchObject({
    State: "compared",
    From: day,
    Pieces: 2,
    Lines: 5,
    FaultCount: 0,
    Counts: { added: 0, changed: 2, unchanged: 1, unknown: 1 },
  });
  expect(await rowsOf(made.Id, "changed")).toMatchObject([
    {
      Line: 2,
      Name: "Microsoft 365 Business Basic",
      Old: { ResellersPay: "4.35" },
      New: { ResellersPay: "5.22", Recommended: "6.1", WePay: "4.9" },
      Percent: "20.0",
    },
    // Resellers pay 85% of what is recommended, where the file says nothing else.
    { Line: 5, New: { ResellersPay: "59.5", Recommended: "70", WePay: null } },
  ]);
  expect(await rowsOf(made.Id, "unknown")).toMatchObject([{ Line: 4, Name: null, Reason: "Not in our catalogue" }]);
  const before = await pricesOf(`${basic}:P1Y:monthly`);
  const { Result, status } = await story.commit(made.Id);
  expect([status, Result]).toMatchObject([200, { State: "committed", MayTakeBack: true }]);
  expect(await pricesOf(`${basic}:P1Y:monthly`)).toEqual([
    {
      From: day,
      ResellersPay: "5.22",
      Recommended: "6.1",
      WePay: "4.9",
      Import: { Id: made.Id, FileName: "prices.csv" },
    },
    ...before,
  ]);
  const listed = await app.call(operator, priceLists.list, { query: { Search: "Business Basic" } });
  expect(listed.Result!.Items.find(({ OfferId }) => OfferId === `${basic}:P1Y:monthly`)).toMatchObject({
    Price: { ResellersPay: "4.35" },
    Next: { From: day, ResellersPay: "5.22" },
  });
  // Once only, and logged.
  expect((await story.commit(made.Id)).Error).toBe("priceImportOver");
  const logged = await app.sql("select what from activity where action = 'priceImports.commit' and outcome = 'done'");
  expect(logged).toEqual([{ what: expect.stringMatching(/^Imported 2 prices from .* on, from prices.csv$/) }]);
});

test("no price is taken over while a fault stands, which names its line and column", async () => {
  const day = inDays(41);
  const twice = line(basic, "P1Y:monthly", "GBP", "5", "6");
  const made = await story.importFile(
    day,
    priceFile(twice, line(basic, "P2Y:monthly", "gbp", "five", "6"), line("", "P1Y:monthly", "pounds", "", "6"), twice),
  );
  expect(made.FaultCount).toBe(5);
  expect(await faultsOf(made.Id)).toEqual([
    "3 Resellers pay: Must be a price, as in 12.50",
    "3 Term: Must be one of P1M, P1Y, P3Y, none",
    "4 SKU: Is missing",
    "4 Currency: Must be a currency, as in GBP",
    "5 : Is also on line 2",
  ]);
  const kept = await app.sql("select count(*) from prices");
  expect(await story.commit(made.Id)).toMatchObject({ status: 409, Error: "priceImportFaults" });
  expect(await app.sql("select count(*) from prices")).toEqual(kept);
  const other = await story.importFile(day, "Name;Price\nBasic;5\n");
  expect((await faultsOf(other.Id)).slice(0, 2)).toEqual([
    "1 SKU: This column is missing",
    "1 Term: This column is missing",
  ]);
});

test("a price sheet of Microsoft's is read by its own columns, and what is for others is left out", async () => {
  const day = inDays(42);
  const header =
    "ProductTitle,ProductId,SkuId,SkuTitle,TermDuration,BillingPlan,Market,Currency,UnitPrice,PricingTierRangeMin,EffectiveStartDate,EffectiveEndDate,ERP Price,Segment";
  const sheet = (market: string, currency: string, from: string, until: string, segment = "Commercial") =>
    `"Microsoft 365 Business Basic",CFQ7TTC0LH18,0001,"Basic, with ""Teams""",P1Y,Monthly,${market},${currency},4.80,,${from},${until},6.00,${segment}`;
  const made = await story.importFile(
    day,
    `${[
      header,
      sheet("GB", "GBP", "01/01/2026", "12/31/9999"),
      sheet("DE", "EUR", "01/01/2026", "12/31/9999"),
      sheet("IE", "EUR", "01/01/2026", "12/31/9999"),
      sheet("GB", "GBP", "01/01/2099", "12/31/9999"),
      sheet("GB", "GBP", "01/01/2020", "12/31/2020"),
      sheet("GB", "GBP", "01/01/2026", "12/31/9999", "Education"),
      sheet("CH", "CHF", "01/01/2026", "12/31/9999"),
    ].join("\n")}\n`,
  );
  expect(made).toMatchObject({ FaultCount: 0, Counts: { changed: 2, unknown: 5 } });
  expect((await rowsOf(made.Id, "unknown")).map(({ Reason }) => Reason)).toEqual([
    "For DE",
    "Holds from 2099-01-01 on",
    "Held until 2020-12-31",
    "For Education",
    "In CHF",
  ]);
  expect(await rowsOf(made.Id, "changed")).toMatchObject([
    { Currency: "GBP", New: { ResellersPay: "5.1", Recommended: "6", WePay: "4.8" } },
    { Currency: "EUR", New: { ResellersPay: "5.1", Recommended: "6", WePay: "4.8" } },
  ]);
});

test("prices hold from today or later, one list a day for an offer, and are taken back before their day comes", async () => {
  expect(await story.begin(addDays(today(), -1))).toMatchObject({
    status: 400,
    Errors: { From: "Must be today or later: past days are charged at the prices they had" },
  });
  const day = inDays(50);
  const file = priceFile(line(basic, "P1M:monthly", "GBP", "6", "7", "5"));
  const [first, second] = [await story.importFile(day, file), await story.importFile(day, file)];
  const before = await pricesOf(`${basic}:P1M:monthly`);
  expect((await story.commit(first.Id)).status).toBe(200);
  // Compared before the other was taken over.
  expect((await story.commit(second.Id)).Error).toBe("priceImportStale");
  expect((await story.compare(second.Id)).Result).toMatchObject({ Counts: { unchanged: 1 } });
  const third = await story.importFile(day, priceFile(line(basic, "P1M:monthly", "GBP", "8", "9")));
  expect(await faultsOf(third.Id)).toEqual([
    "2 : Another price list has a price of it from the same day. Choose another day, or take that one back.",
  ]);
  const takeBack = () => app.call(operator, priceImports.takeBack, { params: { priceImportId: first.Id } });
  expect((await takeBack()).Result).toMatchObject({ State: "takenBack", MayTakeBack: false });
  expect(await pricesOf(`${basic}:P1M:monthly`)).toEqual(before);
  expect(await app.sql("select from vendor_prices where import_id = $1", [first.Id])).toEqual([]);
  expect((await takeBack()).Error).toBe("priceImportOver");
  // From today on they hold, and stay.
  const sku = "CFQ7TTC0LCHC:0002";
  const now = await story.importFile(today(), priceFile(line(sku, "P1M:monthly", "GBP", "20", "22")));
  expect((await story.commit(now.Id)).status).toBe(200);
  const late = await app.call(operator, priceImports.takeBack, { params: { priceImportId: now.Id } });
  expect(late).toMatchObject({ status: 409, Error: "priceDayCame" });
  expect((await pricesOf(`${sku}:P1M:monthly`))[0]).toMatchObject({ ResellersPay: "20" });
});

test("an import that stops half-way changes no price, goes on from its last piece, or is discarded", async () => {
  const { Id } = (await story.begin(inDays(60))).Result!;
  const rows = (count: number, from = 0) =>
    Array.from({ length: count }, (_, n) => line(`none-${from + n}`, "P1Y:monthly", "GBP", "1", "2"));
  await story.read(Id, 1, priceFile(...rows(3)));
  expect((await story.read(Id, 3, "")).Error).toBe("priceImportPiece");
  // Sent again after a lost answer.
  expect((await story.read(Id, 1, priceFile(...rows(3)))).Result).toMatchObject({ Pieces: 1, Lines: 4 });
  expect((await story.read(Id, 2, `${rows(2, 3).join("\n")}\n`)).Result).toMatchObject({ Pieces: 2, Lines: 6 });
  expect((await story.commit(Id)).Error).toBe("priceImportOver");
  const discarded = await app.call(operator, priceImports.discard, { params: { priceImportId: Id } });
  expect(discarded.Result).toMatchObject({ State: "discarded" });
  expect(await app.sql("select from price_import_rows where import_id = $1", [Id])).toEqual([]);
  expect((await story.compare(Id)).Error).toBe("priceImportOver");
});

test("a proposal names the price it was made with, a stale one is refused, and a running term keeps its price", async () => {
  const person = await signInSigned();
  const customerId = await addCustomer(person);
  const sku = "CFQ7TTC0LGZT:0001";
  const Change = { Kind: "add" as const, Lines: [{ Key: "a", OfferId: `${sku}:P1Y:monthly`, Quantity: 2 }] };
  const { proposal, placed } = await order(person, customerId, Change);
  expect(placed.status).toBe(200);
  const held = await becomes(person, placed.Result!.InstanceId, "Active");
  const wanted = { CustomerId: await addCustomer(person), ProductId: "microsoft-365", Details: agreement, Change };
  const before = await app.call(person, orders.propose, { body: wanted });
  const later = await story.importFile(inDays(1), priceFile(line(sku, "P1Y:monthly", "GBP", "10.01", "12")));
  expect((await story.commit(later.Id)).status).toBe(200);
  // What holds from tomorrow on changes nothing today.
  const same = await app.call(person, orders.propose, { body: wanted });
  expect(same.Result!.Hash).toBe(before.Result!.Hash);
  const now = await story.importFile(today(), priceFile(line(sku, "P1Y:monthly", "GBP", "9.50", "12")));
  expect((await story.commit(now.Id)).status).toBe(200);
  const stale = await app.call(person, orders.place, { body: { ...wanted, ProposalHash: before.Result!.Hash } });
  expect(stale).toMatchObject({ status: 409, Error: "proposalChanged" });
  const costs = () =>
    app.sql<{ unit_cost: string }>(
      "select trim_scale(unit_cost)::text as unit_cost from subscriptions where instance_id = $1",
      [held.Service.Id],
    );
  const agreed = await costs();
  expect(agreed).not.toEqual([{ unit_cost: "9.5" }]);
  // What is added in the term costs as much, too, and so does its next month.
  const Targets = [{ Key: held.Subscriptions[0]!.Id, Quantity: 3 }];
  const { InstanceId } = placed.Result!;
  expect((await order(person, customerId, { Kind: "setQuantity", Targets }, { InstanceId })).placed.status).toBe(200);
  await becomes(person, InstanceId, "Active");
  if (inject("long")) await worker.moveDays(35);
  expect(await costs()).toEqual(agreed);
  const charged = await app.sql<{ unit_cost: string }>(
    "select distinct trim_scale(c.unit_cost)::text as unit_cost from charges c join subscriptions s on s.id = c.subscription_id where s.instance_id = $1",
    [held.Service.Id],
  );
  expect(charged).toEqual(agreed);
  expect(proposal.Succeed).toBe(true);
});

test("what a sent quote promised is what its order sets, whatever was imported meanwhile", async () => {
  const person = await signInSigned();
  const [sku] = monthly.split(":P1M");
  const { quoteId, Link } = await quotes.sent(person, quotes.draftFor([await addCustomer(person)]));
  const before = (await quotes.open(Link)).Result!;
  const made = await story.importFile(today(), priceFile(line(sku!, "P1M:monthly", "GBP", "21.00", "300.00")));
  expect((await story.commit(made.Id)).status).toBe(200);
  expect((await quotes.open(Link)).Result).toMatchObject({ DocumentHash: before.DocumentHash });
  expect((await quotes.accept(Link)).status).toBe(200);
  const prices = await worker.until(async () => {
    const rows = await app.sql<{ price: string }>(
      `select trim_scale(s.customer_price)::text as price from quote_orders q join order_lines l on l.reseller_id = q.reseller_id and l.order_id = q.order_id
       join subscriptions s on s.reseller_id = l.reseller_id and s.id = l.subscription_id where q.quote_id = $1`,
      [quoteId],
    );
    return rows.length > 0 && rows;
  }, "the quote's order");
  expect(prices).toEqual([{ price: "99.99" }]);
});

/** Pieces of a thousand prices. */
const pieces = inject("long") ? 50 : 2;

test(`${pieces} thousand prices are imported while others work on`, async () => {
  const day = inDays(80);
  const rows = Array.from({ length: pieces * 1000 }, (_, n) =>
    line(`other-${n}`, "P1Y:monthly", "GBP", "1.00", "2.00", "0.90"),
  );
  const { Id } = (await story.begin(day)).Result!;
  const importing = (async () => {
    for (let at = 0; at < pieces; at++) {
      const piece = rows.slice(at * 1000, at * 1000 + 1000);
      await story.read(Id, at + 1, at === 0 ? priceFile(...piece) : `${piece.join("\r\n")}\r\n`);
    }
    return (await story.compare(Id)).Result!;
  })();
  const reseller = await signInSigned();
  const waits: number[] = [];
  for (let n = 0; n < 20; n++) {
    const from = performance.now();
    expect((await app.call(reseller, catalogue.marketplace)).status).toBe(200);
    waits.push(performance.now() - from);
  }
  expect(await importing).toMatchObject({
    Lines: pieces * 1000 + 1,
    Counts: { unknown: pieces * 1000 },
    FaultCount: 0,
  });
  expect(Math.max(...waits)).toBeLessThan(2_000);
}, 120_000);

test("imported prices stay when the catalogue is loaded anew, also where a shipped list begins the same day", async () => {
  const offerId = "CFQ7TTC0LCHC:0002:P1Y:annual";
  const day = inDays(1);
  const made = await story.importFile(
    day,
    priceFile(line("CFQ7TTC0LCHC:0002", "P1Y:annual", "GBP", "180", "210", "150")),
  );
  expect((await story.commit(made.Id)).status).toBe(200);
  await app.sql("insert into price_lists (id, currency, from_date) values ($1, 'GBP', $2)", [`GBP-${day}`, day]);
  await app.sql("insert into prices (price_list_id, offer_id, cost) values ($1, $2, 1)", [`GBP-${day}`, offerId]);
  await app.sql("update price_lists set published = true where id = $1", [`GBP-${day}`]);
  await prepareDatabase(app.database.adminUrl);
  expect((await pricesOf(offerId))[0]).toMatchObject({ From: day, ResellersPay: "180", WePay: "150" });
  const person = await signInSigned();
  await worker.moveDays(1);
  const CustomerId = await addCustomer(person);
  const Change = { Kind: "add" as const, Lines: [{ Key: "a", OfferId: offerId, Quantity: 1 }] };
  const { Result } = await app.call(person, orders.propose, {
    body: { CustomerId, ProductId: "microsoft-365", Details: agreement, Change },
  });
  expect(JSON.stringify(Result)).toContain('"180');
});

test("a price that changes nothing holds from its day, too, whatever becomes of those before it", async () => {
  const [first, second] = [inDays(200), inDays(230)];
  const same = line(basic, "P1Y:annual", "GBP", "41", "50");
  const before = await story.importFile(first, priceFile(same));
  await story.commit(before.Id);
  const after = await story.importFile(second, priceFile(same, line(basic, "P1M:monthly", "GBP", "9", "10")));
  expect(after.Counts).toMatchObject({ unchanged: 1, changed: 1 });
  await story.commit(after.Id);
  await app.call(operator, priceImports.takeBack, { params: { priceImportId: before.Id } });
  expect((await pricesOf(`${basic}:P1Y:annual`))[0]).toMatchObject({ From: second, ResellersPay: "41" });
});

test("what comes after the most prices a file may have is read and not kept", async () => {
  const { Id } = (await story.begin(inDays(43))).Result!;
  const row = `${line(basic, "P1Y:monthly", "GBP", "5", "6")}\n`;
  await story.read(Id, 1, priceFile());
  await app.sql("update price_imports set lines = $2 where id = $1", [Id, mostPriceRows + 1]);
  for (const piece of [2, 3, 4]) expect((await story.read(Id, piece, row)).status).toBe(200);
  expect(await faultsOf(Id)).toEqual([`${mostPriceRows + 2} : A file has at most ${mostPriceRows} prices`]);
  expect(await app.sql("select count(*)::int as rows from price_import_rows where import_id = $1", [Id])).toEqual([
    { rows: 1 },
  ]);
});
