import { expect, test } from "vitest";
import { end, fail, fill, hold, pass } from "../test/thread.ts";
import { threadsOf } from "./threads.ts";

const inThread = threadsOf(new URL("../test/thread.ts", import.meta.url));

test("one reseller's long work leaves a thread to others, and more of it than may wait is refused", async () => {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const noisy = Array.from({ length: 6 }, () => inThread("noisy", hold, gate));
  await expect(inThread("noisy", pass)).rejects.toMatchObject({ code: "overloaded" });
  expect(await inThread("quiet", pass)).toEqual(Buffer.from([2]));
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  expect(Buffer.concat(await Promise.all(noisy))).toEqual(Buffer.from([1, 1, 1, 1, 1, 1]));
});

test("work that fails, ends its thread or fills its memory fails alone", async () => {
  await expect(inThread("one", fail)).rejects.toThrow("failed");
  await expect(inThread("one", end)).rejects.toThrow("The thread ended");
  await expect(inThread("one", fill)).rejects.toThrow("memory limit");
  expect(await inThread("one", pass)).toEqual(Buffer.from([2]));
});
