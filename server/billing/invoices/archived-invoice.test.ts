import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { expect, test } from "vitest";
import { invoicing } from "../../test/invoicing.ts";
import { streamsOf } from "../../test/pdf.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const { invoiced, list } = invoicing(app);

async function pdfOf(person: Person) {
  const [item] = await list(person);
  const params = { invoiceId: item!.Id };
  const { rawPayload } = await app.app.inject({
    url: `/api/invoices/${item!.Id}/pdf`,
    headers: { authorization: `Bearer ${person.token}` },
  });
  const { text } = await app.call(person, invoices.eInvoice, { params });
  return { number: item!.Number, text, plain: rawPayload.toString("latin1"), streams: streamsOf(rawPayload) };
}

/** Lists what is drawn outside of all tags and decorations, which PDF/A-3a does not allow. */
function untagged(page: string): string[] {
  let depth = 0;
  return page.split("\n").filter((line) => {
    if (/(BDC|BMC)$/.test(line)) depth++;
    if (line === "EMC") depth--;
    return depth === 0 && /(^| )(TJ|Tj|f|S|re)$/.test(line);
  });
}

test("BILL-41 the PDF of an invoice is PDF/A-3 with the e-invoice in it", async () => {
  const person = await invoiced([{ customer: "Søn & Co", due: "2026-01-20", minor: 3333, quantity: 2 }]);
  const { number, text, plain, streams } = await pdfOf(person);
  expect(plain.slice(0, 8)).toBe("%PDF-1.7");
  expect(plain).toContain("<pdfaid:part>3</pdfaid:part>");
  expect(plain).toContain("<pdfaid:conformance>A</pdfaid:conformance>");
  expect(plain).toContain("/S /GTS_PDFA1");
  expect(plain).toMatch(/\/AFRelationship \/Alternative\n\/F \((.*)\)/);
  expect(plain).toContain(`/F (${number}.xml)`);
  expect(plain).toMatch(/\/AF \[\d+ 0 R\]/);
  expect(streams.map((stream) => Buffer.from(stream, "latin1").toString())).toContain(text);
  expect(text).toContain("Søn &amp; Co");
});

test("BILL-41 a screen reader finds the title, the parties, the table and the totals of an invoice, and nothing besides", async () => {
  const charges = Array.from({ length: 60 }, (_, index) => ({
    due: "2026-01-20",
    minor: 100 + index,
    description: `Seats ${index}`,
  }));
  const { plain, streams } = await pdfOf(await invoiced(charges));
  expect(plain).toContain("/Marked true");
  expect(plain).toContain("/Lang (en-GB)");
  expect(plain).toContain("/DisplayDocTitle true");
  const tags = [...plain.matchAll(/\/S \/(\w+)\n/g)].map(([, tag]) => tag);
  const count = (wanted: string) => tags.filter((tag) => tag === wanted).length;
  expect({ document: count("Document"), title: count("H1"), parts: count("H2"), table: count("Table") }).toEqual({
    document: 1,
    title: 1,
    parts: 3,
    table: 1,
  });
  // A row for each line, and on each of two pages those of the head and of the customer's name.
  expect({ rows: count("TR"), heads: count("TH"), cells: count("TD") }).toEqual({ rows: 64, heads: 14, cells: 360 });
  const pages = streams.filter((stream) => /^BT$/m.test(stream));
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flatMap(untagged)).toEqual([]);
  for (const page of pages) expect(page.match(/ (BDC|BMC)$/gm)?.length).toBe(page.match(/^EMC$/gm)?.length);
});
