import { afterAll, expect, test } from "vitest";
import { openDatabase } from "../../platform/database.ts";
import { openLog } from "../../platform/log.ts";
import { noisyReseller, smallSlices } from "../../test/charges.ts";
import { testApp } from "../../test/test-app.ts";
import { runInvoices } from "./invoice-run.actions.ts";

const app = await testApp();
const database = openDatabase(app.database.workerUrl, { max: 4 });
afterAll(() => database.close());
const platform = { ...app.platform, database, log: openLog("silent", "test") };
const month = (until: string) =>
  runInvoices(platform, { until, issuedOn: until, now: new Date(`${until}T06:00:00Z`) }, smallSlices);
const invoicesOf = (id: string) => app.sql("select net_minor from invoices where reseller_id = $1", [id]);

const linesOf = async (id: string) =>
  (
    await app.sql<{ count: number; places: number; named: number }>(
      `select count(*)::int as count, max(position)::int as places,
           (count(*) filter (where customer_name = 'Customer ' || lpad(((position + 1) / 2)::text, 5, '0')))::int as named
         from invoice_lines where reseller_id = $1`,
      [id],
    )
  )[0];

test("a large month is issued whole, by customer name, after an interruption between its slices too; customers renamed meanwhile are on it once", async () => {
  const id = await noisyReseller(app);
  const until = "2026-02-01";
  await app.sql(
    `create function stop_here() returns trigger language plpgsql as $$ begin raise exception 'the process ends here'; end $$;
       create trigger stop_here before update on billing_months for each row when (new.issued_at is not null) execute function stop_here()`,
  );
  await expect(month(until)).rejects.toThrow("could not be invoiced");
  await app.sql("drop trigger stop_here on billing_months; drop function stop_here");
  expect([await linesOf(id), await invoicesOf(id)]).toEqual([{ count: 1_000, places: 1_000, named: 1_000 }, []]);
  await app.sql(
    `update customers set name = case name when 'Customer 00501' then 'A first' else 'Z last' end
     where reseller_id = $1 and name in ('Customer 00501', 'Customer 00001')`,
    [id],
  );

  expect(await month(until)).toEqual({ documents: 1, lines: 2 });

  expect(await linesOf(id)).toEqual({ count: 1_002, places: 1_002, named: 1_000 });
  expect(await invoicesOf(id)).toMatchObject([{ net_minor: "100200" }]);
  expect(await month(until)).toEqual({ documents: 0, lines: 0 });
});
