import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { formatDate, formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { addDays, daysBetween, monthOf } from "@tradewind/domain/values/dates.ts";
import { expect, test } from "vitest";
import { addCharges } from "../../test/charges.ts";
import { invoicing } from "../../test/invoicing.ts";
import { orderStory } from "../../test/order-story.ts";
import { readPdf } from "../../test/pdf.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { issue, invoiced, list } = invoicing(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

test("F11 BILL-07 each line of a credit memo names the charge it gives back and the document on which that stood", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const today = app.platform.clock.today();
  // Three days before a month ends: the next one's, where this one ends sooner.
  const { until } = monthOf(addDays(today, 3));
  await worker.moveDays(daysBetween(today, addDays(until, -3)));
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 5 }] });
  const { InstanceId } = placed.Result!;
  const Key = (await becomes(reseller, InstanceId, "Active")).Subscriptions[0]!.Id;
  const change = async (Quantity: number) => {
    await order(reseller, customerId, { Kind: "setQuantity", Targets: [{ Key, Quantity }] }, { InstanceId });
    return becomes(reseller, InstanceId, "Active");
  };
  await worker.moveDays(1);
  await change(8);
  await worker.moveDays(3);
  await change(7);
  await order(reseller, customerId, { Kind: "cancel", Keys: [Key] }, { InstanceId });
  await becomes(reseller, InstanceId, "Deleted");
  await issue(monthOf(until).until);

  const [memo, invoice] = (await app.call(reseller, invoices.list)).Result!.Items;
  expect([memo!.Kind, invoice!.Kind]).toEqual(["creditMemo", "invoice"]);
  const read = async (invoiceId: string) =>
    (await app.call(reseller, invoices.byId, { params: { invoiceId } })).Result!;
  const [credited, charged] = [await read(memo!.Id), await read(invoice!.Id)];
  const named = { InvoiceId: invoice!.Id, Kind: "invoice", Number: invoice!.Number, IssuedOn: invoice!.IssuedOn };
  const bought = (quantity: number) => {
    const line = charged.Lines.find(({ Quantity }) => Quantity === quantity)!;
    return { ...named, LineId: line.Id, PeriodFrom: line.PeriodFrom, PeriodUntil: line.PeriodUntil };
  };
  expect(charged.Lines.map(({ Corrects }) => Corrects)).toEqual([null, null]);
  expect(
    credited.Lines.map(({ Quantity, Corrects }) => ({ Quantity, Corrects })).toSorted(
      (a, b) => a.Quantity - b.Quantity,
    ),
  ).toEqual([
    { Quantity: -5, Corrects: bought(5) },
    { Quantity: -2, Corrects: bought(3) },
    { Quantity: -1, Corrects: bought(3) },
  ]);

  const fileOf = async (what: string) =>
    (
      await app.app.inject({
        url: `/api/invoices/${memo!.Id}/${what}`,
        headers: { authorization: `Bearer ${reseller.token}` },
      })
    ).rawPayload;
  const texts = readPdf(await fileOf("pdf")).texts.map(({ text }) => text);
  const of = (quantity: number) => {
    const { PeriodFrom, PeriodUntil } = bought(quantity);
    return `Corrects the charge for ${formatDate(PeriodFrom)} to ${formatLastDay(PeriodUntil)} on ${invoice!.Number} of ${formatDate(invoice!.IssuedOn)}`;
  };
  expect(texts.filter((text) => text.startsWith("Corrects")).toSorted()).toEqual([of(5), of(3), of(3)].toSorted());
  const [head, ...rows] = (await fileOf("lines.csv")).toString().trimEnd().split("\r\n");
  expect(head).toMatch(/,Line,Corrects,Corrects issued,Corrects line$/);
  const place = (quantity: number) => charged.Lines.findIndex(({ Quantity }) => Quantity === quantity) + 1;
  const cells = rows.map((row) => row.split(","));
  const on = `${invoice!.Number} ${invoice!.IssuedOn}`;
  expect(new Set(cells.map((row) => [row.at(-10), ...row.slice(-3)].join(" ")))).toEqual(
    new Set([`-5 ${on} ${place(5)}`, `-2 ${on} ${place(3)}`, `-1 ${on} ${place(3)}`]),
  );
});

test("F11 a credit for what stands on the same document says so; a summed document lists the earlier ones it corrects", async () => {
  const person = await invoiced(
    [
      { due: "2026-01-20", minor: 1000, quantity: 2, description: "Seats" },
      { due: "2026-02-01", minor: 100, quantity: 4, description: "More seats" },
    ],
    "2026-02-01",
  );
  await addCharges(app, person.resellerId, [
    { due: "2026-02-20", minor: -500, description: "Credit" },
    { due: "2026-02-21", minor: -25, description: "Credit" },
    ...Array.from({ length: 2_000 }, () => ({ due: "2026-02-03", minor: 1 })),
  ]);
  await app.sql("alter table charges disable trigger append_only");
  await app.sql(
    `update charges k set corrects = c.id from charges c where k.reseller_id = $1 and c.reseller_id = $1
       and (c.amount_minor, k.amount_minor) in ((1000, -500), (100, -25))`,
    [person.resellerId],
  );
  await app.sql("alter table charges enable trigger append_only");
  await issue("2026-03-01");

  const [february, january] = await list(person);
  const { Lines } = (
    await app.call(person, invoices.lines, { params: { invoiceId: february!.Id }, query: { Search: "" } })
  ).Result!;
  expect(Lines.find(({ Net }) => Net!.Minor === "-500")!.Corrects).toMatchObject({ Number: january!.Number });
  expect(Lines.find(({ Net }) => Net!.Minor === "-25")!.Corrects).toMatchObject({ Number: february!.Number });
  const { rawPayload } = await app.app.inject({
    url: `/api/invoices/${february!.Id}/pdf`,
    headers: { authorization: `Bearer ${person.token}` },
  });
  const drawn = readPdf(rawPayload)
    .texts.map(({ text }) => text)
    .join(" ");
  expect(drawn).toContain(`Credits among them correct ${january!.Number} of 01/02/2026.`);
});
