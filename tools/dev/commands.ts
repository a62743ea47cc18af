/** The commands that README names, each once. */
export const commandsIn = (readme: string): string[] => [
  ...new Set([...readme.matchAll(/`npm (?:run )?((?!start|ci\b)[a-z]+(?::[a-z]+)?)/g)].map(([, name]) => name!)),
];

/** With what each of them is run to see that it works, or why it is not. */
export const commands: Readonly<Record<string, readonly string[] | string>> = {
  clock: ["--", "1", "day"],
  test: "has a run of its own",
  "test:changed": ["--", "HEAD"],
  "test:long": ["--", "--list"],
  check: [],
  requirements: [],
  format: ["--", "--check"],
  "demo:large": [],
  sizes: [],
  mutation: ["--", "-m", "domain/values/cookie-domain.ts"],
  notices: [],
  "audit:verify": "needs an export, which the part failover makes and verifies",
  bench: ["--", "names"],
};
