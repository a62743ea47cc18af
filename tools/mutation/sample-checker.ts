type Options = { sample?: readonly string[] };
type Mutant = { id: string };

/** Stryker's plugin that lets only the mutants of `sample` through to the tests; the others count as not compiling. */
function sampleChecker({ sample = [] }: Options) {
  const chosen = new Set(sample);
  return {
    init: async () => {},
    group: async (mutants: readonly Mutant[]) => [mutants.map(({ id }) => id)],
    check: async (mutants: readonly Mutant[]) =>
      Object.fromEntries(
        mutants.map(({ id }) => [
          id,
          chosen.has(id) ? { status: "passed" } : { status: "compileError", reason: "not in the sample" },
        ]),
      ),
  };
}
sampleChecker.inject = ["options"] as const;

export const strykerPlugins = [{ kind: "Checker", name: "sample", factory: sampleChecker }];
export const strykerValidationSchema = { properties: { sample: { type: "array", items: { type: "string" } } } };
