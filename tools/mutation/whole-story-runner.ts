import {
  strykerPlugins as vitestPlugins,
  strykerValidationSchema as vitestSchema,
} from "@stryker-mutator/vitest-runner";

/** How often each test, in the order of running, reached each mutant. */
type Reached = Record<string, Record<string, number>>;

/**
 * Of each file the tests up to the last one that reaches a mutant count as reaching it. Stryker runs only those that do,
 * and a test that goes on from where an earlier one ended fails without it, whatever was broken.
 */
export function wholeStories(tests: readonly { id: string; fileName?: string }[], reached: Reached): Reached {
  const later = new Map<string | undefined, Record<string, number>>();
  const stories = tests.toReversed().map(({ id, fileName }) => {
    const story = {
      ...Object.fromEntries(Object.keys(later.get(fileName) ?? {}).map((mutant) => [mutant, 1])),
      ...reached[id],
    };
    later.set(fileName, story);
    return [id, story] as const;
  });
  return Object.fromEntries(stories.toReversed());
}

const makeRunner = vitestPlugins[0]!.factory;

/** Stryker's plugin that runs tests by Vitest, none without those before it in its file. */
function wholeStoryRunner(injector: NonNullable<Parameters<typeof makeRunner>[0]>) {
  const runner = makeRunner(injector);
  const dryRun = runner.dryRun.bind(runner);
  runner.dryRun = async (options) => {
    const result = await dryRun(options);
    if ("mutantCoverage" in result && result.mutantCoverage)
      result.mutantCoverage.perTest = wholeStories(result.tests, result.mutantCoverage.perTest);
    return result;
  };
  return runner;
}
wholeStoryRunner.inject = ["$injector"] as const;

export const strykerPlugins = [{ kind: "TestRunner", name: "whole-story", factory: wholeStoryRunner }];
export const strykerValidationSchema = vitestSchema;
