import * as fc from "fast-check";
import { expect, test } from "vitest";
import { drawSample, scoreOf, verdictOn, type Survivor } from "./score.ts";

test("a part tried whole has a score and no interval, a sample has Wilson's", () => {
  expect(scoreOf({ mutants: 40, tried: 40, noticed: 36 })).toEqual({ percent: 90, low: 90, high: 90 });
  const { percent, low, high } = scoreOf({ mutants: 5000, tried: 300, noticed: 270 });
  expect([percent, Number(low.toFixed(2)), Number(high.toFixed(2))]).toEqual([90, 86.08, 92.91]);
  expect(scoreOf({ mutants: 10, tried: 0, noticed: 0 })).toEqual({ percent: 0, low: 0, high: 100 });
});

test("an interval holds its score, stays between nothing and all, and narrows with the sample", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.float({ min: 0, max: 1, noNaN: true }), (tried, share) => {
      const noticed = Math.round(tried * share);
      const { percent, low, high } = scoreOf({ mutants: 10_000, tried, noticed });
      expect(low).toBeGreaterThanOrEqual(-1e-9);
      expect(low).toBeLessThanOrEqual(percent + 1e-9);
      expect(high).toBeGreaterThanOrEqual(percent - 1e-9);
      expect(high).toBeLessThanOrEqual(100 + 1e-9);
      const larger = scoreOf({ mutants: 10_000, tried: tried * 4, noticed: noticed * 4 });
      expect(larger.high - larger.low).toBeLessThan(high - low);
    }),
  );
});

test("a sample is the same every time, another for another seed, and without doubles", () => {
  const names = Array.from({ length: 1000 }, (_, n) => String(n));
  const sample = drawSample(names, 300, "a");
  expect(sample).toEqual(drawSample(names.toReversed(), 300, "a"));
  expect(sample).not.toEqual(drawSample(names, 300, "b"));
  expect(new Set(sample).size).toBe(300);
  expect(drawSample(names.slice(0, 20), 300, "a")).toHaveLength(20);
});

test("a sample goes on from a smaller one, and keeps most of itself when a few names change", () => {
  const names = Array.from({ length: 1000 }, (_, n) => String(n));
  const sample = drawSample(names, 300, "a");
  expect(drawSample(names, 100, "a")).toEqual(sample.slice(0, 100));
  const changed = new Set(drawSample([...names.slice(20), "new"], 300, "a"));
  expect(sample.filter((name) => changed.has(name)).length).toBeGreaterThan(280);
});

test("a sample takes from every place about alike", () => {
  const names = Array.from({ length: 3000 }, (_, n) => String(n));
  const thirds = [0, 0, 0];
  for (const name of drawSample(names, 900, "tradewind")) thirds[Math.floor(Number(name) / 1000)]! += 1;
  for (const third of thirds) expect(Math.abs(third - 300)).toBeLessThan(60);
});

test("a verdict is of a line of a file, wherever in the file the line is", () => {
  const survivor: Survivor = { file: "domain/a.ts", line: 7, code: "return a < b;", before: "a < b", after: "a <= b" };
  const verdict = { file: "domain/a.ts", code: "a < b", kind: "equivalent", because: "they never meet" } as const;
  expect(verdictOn(survivor, [verdict])).toBe(verdict);
  expect(verdictOn({ ...survivor, line: 90 }, [verdict])).toBe(verdict);
  expect(verdictOn({ ...survivor, file: "domain/b.ts" }, [verdict])).toBeUndefined();
  expect(verdictOn({ ...survivor, code: "return b < a;" }, [verdict])).toBeUndefined();
});
