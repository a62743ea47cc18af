import { EventEmitter } from "node:events";
import type { Stryker } from "@stryker-mutator/core";

export type Mutant = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

/** Says of each mutant what came of it, as soon as it is known. */
export const tested = new EventEmitter<{ mutant: [Mutant] }>();

const reporter = () => ({ onMutantTested: (mutant: Mutant) => tested.emit("mutant", mutant) });

export const strykerPlugins = [{ kind: "Reporter", name: "each", factory: reporter }];
