import fs from "node:fs";
import { expect, test } from "vitest";
import { readBankFile } from "./read-bank-file.ts";

const folder = `${import.meta.dirname}/samples`;
const sample = (name: string) => fs.readFileSync(`${folder}/${name}`, "utf8");
/** What each sample is: its statements' accounts, numbers, days and amounts; or why it is not read. */
const expected: Record<string, string | [account: string, sequence: number | null, day: string, minor: bigint[]][]> = {
  "abnamro.sta":
    "account 517852257 does not add up: it begins with 3236.28 and its lines lead to 2914.84, but it ends with 876.84",
  "camt053.v2.all-balance-types.xml": "does not add up",
  "camt053.v2.minimal.xml": "it begins with 18.15 and its lines lead to 27.00, but it ends with −27.00",
  "camt053.v2.multi.statement.xml": [
    ["NL26VAYB8060476890", 12312, "2014-12-31", [885n]],
    ["NL26VAYB8060476890", null, "2014-12-31", [-700n]],
  ],
  "camt053.v2.with-party-ids.xml": "does not add up",
  "camt053.v2.wrong.xml": "There is no statement in this file",
  "camt053.v8.xml": "does not add up",
  "generic.sta": [
    ["11111111", 1, "2011-02-01", [-1000n]],
    ["11111111", 2, "2011-03-01", [-1000n]],
  ],
  "ing.sta": "does not add up",
  "knab.sta": "does not add up",
  "mt940js-test1.mt940": [
    ["123456789", 998, "2014-05-08", [50000n]],
    ["123456789", 999, "2014-07-30", [-276000n, 50000n]],
  ],
  "ours-gbp-v08.xml": [["20000055779911", 42, "2026-11-19", [100029n, 23400n, -5000n]]],
  "ours-gbp.sta": [["GB33BUKB20201555555555", 42, "2026-11-19", [100029n, -5000n, -1234n]]],
  "rabobank-iban.sta": [
    ["NL71RABO0123456789", 0, "2013-01-08", [-2500n, -1000n]],
    ["NL71RABO0123456789", 0, "2013-01-15", [-2500n, -1000n]],
  ],
  "self-february_30.sta": [["12345678/1020304050", 0, "2016-03-01", [-600n]]],
  "self-mt942.sta": "This is a report within the day (MT942). Please import the statement (MT940)",
  "self-multiline.sta": "stands outside of a statement",
  "self-transaction_details_wrapped.sta": [["12345678/1020304050", 0, "2016-03-01", [-600n]]],
};

test("every sample is read, or refused with its reason", () => {
  const names = fs.readdirSync(folder).filter((name) => !/^(LICENSE|README)/.test(name));
  expect(names.toSorted()).toEqual(Object.keys(expected).toSorted());
});

test.each(Object.entries(expected))("%s", (name, outcome) => {
  if (typeof outcome === "string") return expect(() => readBankFile(sample(name))).toThrow(outcome);
  const read = readBankFile(sample(name)).map(({ account, sequence, closedOn, lines }) => [
    account,
    sequence,
    closedOn,
    lines.map(({ minor }) => minor),
  ]);
  return expect(read).toEqual(outcome);
});

test("payer, words and number of each line are kept, whichever version says them", () => {
  const [camt] = readBankFile(sample("ours-gbp-v08.xml"));
  expect(camt!.openingMinor).toBe(900_719_925_473_981_108n);
  expect(camt!.lines).toMatchObject([
    {
      bankRef: "ASR1/1",
      name: "O'Brien & Sons Ltd",
      account: "GB33BUKB20201555555555",
      text: "INV-2026-000123 part second line E2E-1",
    },
    { bankRef: "ASR1/2", name: null, text: "RF18539007547034", isReversal: false },
    { bankRef: null, isReversal: true },
  ]);
  const [mt] = readBankFile(sample("ours-gbp.sta"));
  expect(mt!.lines).toMatchObject([
    { bankRef: "ASR1", name: "O BRIEN AND SONS", text: "INV-2026-000123 INV-2026-000123 part O BRIEN & SONS LTD" },
    { bankRef: null, name: null, text: "", isReversal: false },
    { bankRef: "B2", name: "ACME LTD", text: "EREF+ABC SVWZ+Invoice 12", isReversal: true },
  ]);
  const [rabobank] = readBankFile(sample("rabobank-iban.sta"));
  expect(rabobank!.lines).toMatchObject([
    { name: "CONTRA ACCOUNT HOLDER", account: "NL70ABNA0987654321", text: "01-01-2013 12:00 0030000987654321" },
    { name: "JOHN DOE", account: null, text: "Reference 201301234" },
  ]);
});

test("an entry whose transactions do not add up to it is refused", () => {
  const bent = sample("ours-gbp-v08.xml").replace(`>234.00<`, `>235.00<`);
  expect(() => readBankFile(bent)).toThrow("The transactions of the entry ASR1 do not add up to its amount");
});

test("a line that is larger than any transfer is refused: with it, nothing could be added up any more", () => {
  const file = csv(["19/11/2026,A,GBP,10000000000000.01,10000000000000.01,,"]);
  expect(() => readBankFile(file)).toThrow("A line of 10000000000000.01 is larger than any transfer");
});

test("what is pending is no money yet", () => {
  const pending = sample("ours-gbp-v08.xml").replace("<Cd>BOOK</Cd>", "<Cd>PDNG</Cd>");
  expect(() => readBankFile(pending)).toThrow("does not add up");
});

test("files that would harm us, and other messages, are refused", () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`;
  expect(() => readBankFile(bomb)).toThrow("The file has a document type, which no bank writes");
  expect(() => readBankFile("<a")).toThrow("The file is damaged");
  expect(() => readBankFile("")).toThrow("The file is empty");
  const within = sample("ours-gbp-v08.xml").replace("camt.053.001.08", "camt.052.001.08");
  expect(() => readBankFile(within)).toThrow("This is a report within the day (camt.052)");
  expect(() => readBankFile("<invoice xmlns='urn:x'/>")).toThrow("This is no bank statement (camt.053)");
});

test("several pages of a statement are one", () => {
  const page = (opening: string, line: string, closing: string) =>
    `:20:A\n:25:GB33BUKB20201555555555\n:28C:7/1\n:${opening}\n:61:${line}\n:${closing}\n-\n`;
  const [joined, ...more] = readBankFile(
    page("60F:C261119GBP0,", "261119C1,NMSCA", "62M:C261119GBP1,") +
      page("60M:C261119GBP1,", "261119C2,NMSCB", "62F:C261120GBP3,"),
  );
  expect(more).toEqual([]);
  expect(joined).toMatchObject({
    openingMinor: 0n,
    closingMinor: 300n,
    closedOn: "2026-11-20",
    lines: [{ text: "A" }, { text: "B" }],
  });
});

test("the year of a booking is that nearest to its value date", () => {
  const [read] = readBankFile(":20:A\n:25:X\n:60F:C261231GBP0,\n:61:2612310102C1,NMSCA\n:62F:C270102GBP1,\n-");
  expect(read!.lines[0]!.bookedOn).toBe("2027-01-02");
});

const csv = (lines: string[]) => ["Date,Account,Currency,Amount,Balance,Name,Reference", ...lines].join("\n");

test("a CSV file is read from either end, and must lead from balance to balance", () => {
  const lines = [
    '19/11/2026,20-00-00 55779911,GBP,"1,000.29",1100.39,O\'Brien,TW-000123',
    "2026-11-20,20-00-00 55779911,GBP,-50.00,1050.39,,Fee",
  ];
  for (const order of [lines, lines.toReversed()])
    expect(readBankFile(csv(order))).toMatchObject([
      {
        account: "20-00-00 55779911",
        openingMinor: 10_010n,
        closingMinor: 105_039n,
        closedOn: "2026-11-20",
        lines: [
          { bookedOn: "2026-11-19", minor: 100_029n, name: "O'Brien", text: "TW-000123" },
          { bookedOn: "2026-11-20", minor: -5_000n, name: null, text: "Fee" },
        ],
      },
    ]);
  const gap = csv([lines[0]!, lines[1]!.replace("1050.39", "1050.40")]);
  expect(() => readBankFile(gap)).toThrow("does not add up");
});

test("a bank's own columns are taken, and what is missing or wrong is named", () => {
  const [read] = readBankFile(
    "Transaction Date,Sort Code,Account Number,Currency,Transaction Description,Debit Amount,Credit Amount,Balance\n19/11/2026,20-00-00,55779911,GBP,INV 1,,12.00,112.00\n",
  );
  expect(read).toMatchObject({ account: "20-00-00 55779911", lines: [{ minor: 1_200n, text: "INV 1" }] });
  expect(() => readBankFile("Date,Amount\n19/11/2026,1")).toThrow(
    "The first line has no column Account, and none Currency, and none Balance",
  );
  expect(() => readBankFile(csv(["31/02/2026,A,GBP,1,1,,"]))).toThrow("Line 2: “31/02/2026” is not a date");
  expect(() => readBankFile(csv(["19/11/2026,A,GBP,1.234,1,,"]))).toThrow("Line 2: “1.234” is not an amount");
});
