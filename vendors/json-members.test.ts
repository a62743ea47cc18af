import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonMembers } from "./json-members.ts";

async function* inPieces(text: string, sizes: readonly number[]) {
  for (let at = 0, piece = 0; at < text.length; piece++) {
    const size = sizes[piece % sizes.length]!;
    yield text.slice(at, at + size);
    at += size;
  }
}
async function read(text: string, sizes: readonly number[] = [7]) {
  const members = [];
  for await (const member of jsonMembers(inPieces(text, sizes))) members.push(member);
  return members;
}

test("members of an object are read as they arrive, those of its arrays one by one, however the text is cut", async () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  const object = fc.dictionary(fc.string(), fc.oneof(value, fc.array(value)), { noNullPrototype: true });
  await fc.assert(
    fc.asyncProperty(
      object,
      fc.boolean(),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      async (of, isWide, sizes) => {
        const told = JSON.parse(JSON.stringify(of)) as Record<string, unknown>;
        const expected = Object.entries(told).flatMap(([name, each]) =>
          Array.isArray(each) ? each.map((item: unknown) => ({ name, value: item })) : [{ name, value: each }],
        );
        expect(await read(JSON.stringify(told, null, isWide ? 2 : undefined), sizes)).toEqual(expected);
      },
    ),
  );
});

test("what is cut off, is no object, or has a value without an end is an error, and never a short list", async () => {
  const whole = '{"params": {"a": "}]"}, "tenants": [{"b": 1}, {"b": 2}]}';
  expect(await read(whole)).toHaveLength(3);
  for (let length = 0; length < whole.length; length++)
    await expect(read(whole.slice(0, length))).rejects.toThrow("ends before");
  await expect(read("[1, 2]")).rejects.toThrow("no object");
  await expect(read(`${whole}{}`)).rejects.toThrow("more after");
  await expect(read(`{"a": "${"x".repeat(2 ** 21)}`, [65_536])).rejects.toThrow("no end");
});
