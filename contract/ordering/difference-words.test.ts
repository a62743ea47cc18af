import { expect, test } from "vitest";
import { differenceSides } from "./difference-words.ts";

const wish = { outcome: "renew", quantity: 4 };

test.each([
  ["quantity", 5, 8, ["5 licences", "8 licences"]],
  ["ended", 12, 0, ["12 licences", "Ended"]],
  ["suspended", "active", "suspended", ["Active", "Suspended"]],
  ["resumed", "suspended", "active", ["Suspended", "Active"]],
  ["runsOn", 0, 3, ["Ended", "3 licences"]],
  ["term", "2027-03-03", "2027-03-06", ["Until 02/03/2027", "Until 05/03/2027"]],
  ["termEnd", wish, { outcome: "cancel", quantity: 4 }, ["Renews with 4 licences", "Ends"]],
  ["extended", false, true, ["In a term", "By the day"]],
  ["extended", true, false, ["By the day", "In a term"]],
  ["uncharged", "2027-03-03", 4, ["Charged up to 02/03/2027", "4 licences"]],
  ["unknown", 0, 2, ["Not in our book", "2 licences"]],
] as const)("of %s the two books say %j and %j as %j", (kind, ours, theirs, words) => {
  expect(differenceSides({ kind, ours, theirs, unit: "Licence" })).toEqual(words);
});
