import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { testApp } from "../test/test-app.ts";
import { demoKeys, readConfig } from "./config.ts";
import { rotateSecrets } from "./rotate-secrets.ts";
import { secretKeeper, type SecretPlace } from "./secrets.ts";

const key = (version: number) => `${version}:${randomBytes(32).toString("base64")}`;
const keeperOf = (...keys: string[]) => secretKeeper({ ENCRYPTION_KEYS: keys.join() });
const broken = /authenticat|No key of version|Invalid/;
const place: SecretPlace = { owner: "ann", table: "factors", column: "secret", row: "1", version: 1 };

test("a secret opens where it was put, looks different each time and never shows", () => {
  const keeper = keeperOf(key(1));
  const [one, other] = [keeper.seal("JBSWY3DPEHPK3PXP", place), keeper.seal("JBSWY3DPEHPK3PXP", place)];
  expect(keeper.open(one, place)).toBe("JBSWY3DPEHPK3PXP");
  expect(other).not.toBe(one);
  expect(one).toMatch(/^v1\.1\.[\w-]+\.[\w-]+$/);
  expect(one + Buffer.from(one.split(".")[3]!, "base64url").toString()).not.toContain("JBSW");
});

test.each(["owner", "table", "column", "row"] as const)("a secret moved to another %s does not open", (part) => {
  const keeper = keeperOf(key(1));
  const sealed = keeper.seal("seed", place);
  expect(() => keeper.open(sealed, { ...place, [part]: "another" })).toThrow(broken);
  expect(() => keeper.rewrap(sealed, { ...place, [part]: "another" })).toThrow(broken);
});

test("a secret of an earlier version of its row, changed, cut short or of an unknown key does not open", () => {
  const keeper = keeperOf(key(1));
  const sealed = keeper.seal("seed", place);
  expect(() => keeper.open(sealed, { ...place, version: 2 })).toThrow(broken);
  const [form, version, wrapped, data] = sealed.split(".") as [string, string, string, string];
  for (let at = 0; at < data.length - 1; at++) {
    const bent = data.slice(0, at) + (data[at] === "A" ? "B" : "A") + data.slice(at + 1);
    expect(() => keeper.open([form, version, wrapped, bent].join("."), place)).toThrow(broken);
    expect(() => keeper.open([form, version, wrapped, data.slice(0, at)].join("."), place)).toThrow(broken);
  }
  expect(() => keeper.open(sealed.replace("v1.1.", "v1.2."), place)).toThrow("No key of version 2");
  expect(() => keeperOf(key(1)).open(sealed, place)).toThrow(broken);
  expect(() => keeper.open("plain text", place)).toThrow("No key of version ?");
});

test("a name that could pass for two places is refused", () => {
  expect(() => keeperOf(key(1)).seal("seed", { ...place, owner: "ann|factors" })).toThrow("a place");
});

test("two keys live side by side while one is turned over, and then the old one can go", () => {
  const [older, newer] = [key(1), key(2)];
  const sealed = keeperOf(older).seal("seed", place);
  const both = keeperOf(newer, older);
  expect(both.open(sealed, place)).toBe("seed");
  const turned = both.rewrap(sealed, place);
  expect(keeperOf(newer).open(turned, place)).toBe("seed");
  expect(turned.split(".")[3]).toBe(sealed.split(".")[3]);
  expect(both.rewrap(turned, place)).toBe(turned);
  expect(() => keeperOf(newer).open(sealed, place)).toThrow(broken);
});

test("the settings take one or two keys of 32 bytes, and never the demo's in production", () => {
  const read = (ENCRYPTION_KEYS: string, more = {}) =>
    readConfig([], {
      ...demoKeys,
      DATABASE_URL: "postgres://x@127.0.0.1/x",
      NODE_ENV: "test",
      ENCRYPTION_KEYS,
      ...more,
    });
  expect(read(`${key(2)},${key(1)}`).ENCRYPTION_KEYS).toContain(",1:");
  for (const wrong of ["1:c2hvcnQ=", key(1).slice(2), `${key(1)},${key(1)}`, [key(1), key(2), key(3)].join()])
    expect(() => read(wrong)).toThrow("ENCRYPTION_KEYS");
  for (const keys of [demoKeys.ENCRYPTION_KEYS, `${key(2)},${demoKeys.ENCRYPTION_KEYS}`])
    expect(() => read(keys, { NODE_ENV: "production" })).toThrow("ENCRYPTION_KEYS: this is the demo's key");
});

test("rotating keys rewraps every stored secret and leaves nothing for a second run", async () => {
  const app = await testApp();
  const [older, newer] = [key(1), key(2)];
  const [before, both, after] = [keeperOf(older), keeperOf(newer, older), keeperOf(newer)];
  const people = await app.sql<{ id: string; factor: string }>(
    "insert into people (user_name) select 'p' || n from generate_series(1, 5) n returning id, uuidv7() as factor",
  );
  const placeOf = ({ id, factor }: { id: string; factor: string }, table: string): SecretPlace => ({
    owner: id,
    table,
    column: "secret",
    row: factor,
    version: 1,
  });
  for (const person of people) {
    await app.sql("insert into factors (person_id, id, secret, last_step) values ($1, $2, $3, 0)", [
      person.id,
      person.factor,
      before.seal(`seed of ${person.id}`, placeOf(person, "factors")),
    ]);
    await app.sql("insert into factor_setups values ($1, $2, $3, now())", [
      person.id,
      person.factor,
      before.seal(`setup of ${person.id}`, placeOf(person, "factor_setups")),
    ]);
  }
  expect(await rotateSecrets(app.platform.database, both)).toBe(10);
  expect(await rotateSecrets(app.platform.database, both)).toBe(0);
  for (const person of people) {
    const [row] = await app.sql<{ seed: string; setup: string }>(
      "select f.secret as seed, s.secret as setup from factors f join factor_setups s using (person_id) where person_id = $1",
      [person.id],
    );
    expect(after.open(row!.seed, placeOf(person, "factors"))).toBe(`seed of ${person.id}`);
    expect(after.open(row!.setup, placeOf(person, "factor_setups"))).toBe(`setup of ${person.id}`);
  }
});
