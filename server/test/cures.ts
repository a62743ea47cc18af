import { differences, type Cure } from "@tradewind/contract/ordering/differences.ts";
import type { Person, TestApp } from "./test-app.ts";

/** Proposes to cure differences in one way, and settles them as proposed. */
export const curing = (app: TestApp) => {
  const propose = async (person: Person, Cure: Cure, DifferenceIds: string[]) =>
    (await app.call(person, differences.propose, { body: { Cure, DifferenceIds } })).Result!;
  const settle = async (person: Person, Cure: Cure, DifferenceIds: string[], Note?: string) => {
    const { Hash } = await propose(person, Cure, DifferenceIds);
    return app.call(person, differences.settle, { body: { Cure, DifferenceIds, Hash, ...(Note ? { Note } : {}) } });
  };
  return { propose, settle };
};
