/** The test files, named or of folders, that `npm run mutation` measures by, which it names in the environment. */
export const testsOfPart = (): string[] =>
  (process.env["MUTATION_TESTS"] ?? "")
    .split(" ")
    .map((place) => (place.endsWith(".ts") ? place : `${place}/**/*.test.ts`));
