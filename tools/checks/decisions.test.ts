import { expect, test } from "vitest";
import { checkDecisions } from "./decisions.ts";

const record = (number: string, title: string, status: string) => ({
  path: `docs/decisions/${number}-record.md`,
  text: `# ${number}. ${title}\n\n## Status\n\n${status}\n\n## Context\n\nA.\n\n## Decision\n\nB.\n\n## Consequences\n\nC.\n`,
});
const one = record("0001", "Do it", "Accepted, 21 November 2026. Changed by [0002](0002-record.md).");
const two = record("0002", "Do it otherwise", "Accepted, 22 November 2026. Changes [0001](0001-record.md).");
const list = {
  path: "docs/decisions/README.md",
  text: [
    "| [0001](0001-record.md) | Do it | accepted | [0002](0002-record.md) |",
    "| [0002](0002-record.md) | Do it otherwise | accepted |  |",
  ].join("\n"),
};

test("records that name each other and are listed pass; other documents are left alone", () => {
  expect(checkDecisions([one, two, list, { path: "docs/layout.md", text: "# Layout" }])).toEqual([]);
});

test.each([
  [
    "a status that is not returned",
    [record("0001", "Do it", "Accepted, 21 November 2026."), two, list],
    "in the Status of 0001",
  ],
  ["a status that names no record", [one, list], "in the Status of 0002"],
  ["a record without a number", [{ ...one, text: one.text.replace("# 0001. ", "# 1 ") }, two, list], '"# 0001. "'],
  [
    "a record without consequences",
    [{ ...one, text: one.text.replace("## Consequences", "") }, two, list],
    "Consequences",
  ],
  [
    "a status without a date",
    [{ ...one, text: one.text.replace("21 November 2026", "in November") }, two, list],
    "no Status",
  ],
  ["a record that is not listed", [one, two, { ...list, text: list.text.split("\n")[0]! }], "lacks this row: | [0002]"],
  [
    "a row of no record",
    [one, two, { ...list, text: `${list.text}\n| [0003](0003-record.md) | More |  |` }],
    "of no record",
  ],
])("%s is refused", (_what, documents, instead) => {
  expect(checkDecisions(documents)).toContainEqual(
    expect.objectContaining({ instead: expect.stringContaining(instead) }),
  );
});
