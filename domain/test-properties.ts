import * as fc from "fast-check";
import { test as plain } from "vitest";

export { fc };

/** A test over made-up values: `test.prop([fc.integer()])("title", (value) => …)`. */
export const test = Object.assign(plain, {
  prop:
    <T extends [unknown, ...unknown[]]>(values: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
    (title: string, body: (...drawn: T) => void): void =>
      plain(title, () => {
        fc.assert(
          fc.property(...(values as unknown as [fc.Arbitrary<unknown>]), body as unknown as (drawn: unknown) => void),
        );
      }),
});
