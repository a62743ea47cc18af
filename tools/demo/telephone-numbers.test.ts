import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { blockThatComesAlong, stockedNumbers, telephoneOf } from "./telephone-numbers.ts";

const root = path.join(import.meta.dirname, "../..");
/** What Ofcom and ComReg keep for stories. */
const fiction = [
  /^0(113|114|115|116|117|118|121|131|141|151|161)4960\d{3}$/,
  /^01914980\d{3}$/,
  /^02079460\d{3}$/,
  /^02896496\d{3}$/,
  /^02920180\d{3}$/,
  /^01632960\d{3}$/,
  /^03069990\d{3}$/,
  /^07700900\d{3}$/,
  /^08081570\d{3}$/,
  /^09098790\d{3}$/,
  /^(\+353)?0?2091\d{5}$/,
];
const isFiction = (written: string) => {
  const digits = written.replaceAll(" ", "").replace(/^(\+44|0044)0?/, "0");
  return fiction.some((kept) => kept.test(digits));
};

test("the numbers that the demo makes are nobody's", () => {
  const names = ["Harbour IT", "Acme Dental", "Liffey Cloud", "Ñandú & Co.", "A b c"];
  const made = [
    ...stockedNumbers.map(([area, first]) => `${area} ${first}`),
    ...Array.from({ length: 600 }, (_, number) => blockThatComesAlong(number)),
    ...names.flatMap((name) => [telephoneOf(name, true), telephoneOf(name, false)]),
  ];
  expect(made.filter((number) => !isFiction(number))).toEqual([]);
});

const telephone = /(?<![\w.:/-])(?:\+44 ?|\+353 ?|0(?=[1-9]))[1-9](?: ?\d){8,9}(?![\w-])/g;

test.each(["tools/demo", "e2e", "server/ordering/number-ports", "server/ordering/voice"])(
  "the numbers that are written in %s are nobody's",
  (folder) => {
    const files = readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".ts") && !file.startsWith("telephone-numbers"),
    );
    expect(files.length).toBeGreaterThan(0);
    const written = files.flatMap((file) => {
      const text = readFileSync(path.join(root, folder, file), "utf8");
      return [...text.matchAll(telephone)].map(([number]) => ({ file, number }));
    });
    expect(written.filter(({ number }) => !isFiction(number))).toEqual([]);
  },
);
