import type { TestApp, Person } from "./test-app.ts";

/** One reseller's objects for generated tests, created on first use. */
export type World = { app: TestApp; person: Person; object(name: string): Promise<string> };

export type Maker = {
  /** Creates one at the world's reseller and returns its id. */
  make(world: World): Promise<string>;
  /** Belongs to the catalogue rather than a reseller, so no foreign one exists. */
  shared?: true;
};

/** Makes a row by SQL whose first value is the reseller, and whose others are the objects named. */
export const row =
  (sql: string, ...uses: string[]): Maker["make"] =>
  async ({ app, person, object }) => {
    const values: string[] = [];
    for (const use of uses) values.push(await object(use));
    const [made] = await app.sql<{ id: string }>(sql, [person.resellerId, ...values]);
    return made!.id;
  };
