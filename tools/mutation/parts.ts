/** What is broken on purpose together, in which files, and how many mutants are drawn. The tests beside them have to notice. */
export type Part = { name: string; mutate: string[]; tests: string; config: "domain" | "server"; most?: number };

const domainFolders = [
  "values",
  "pricing",
  "portal",
  "customers",
  "access",
  "catalogue",
  "billing",
  "ordering",
  "support",
  "insight",
];

const sources = (folder: string) => [
  `${folder}/**/*.ts`,
  `!${folder}/**/*.{test,data}.ts`,
  `!${folder}/**/*-fixtures.ts`,
];

/** Mutants drawn from a folder of the server, where each may cost a database. */
const drawn = 300;
const serverPart = (folder: string, tests = `server/${folder}`): Part => ({
  name: `server/${folder}`,
  mutate: sources(`server/${folder}`),
  tests,
  config: "server",
  most: drawn,
});

/** Every part, those that matter most per second first. The domain is taken whole, the server by a sample of each folder. */
export const parts: Part[] = [
  ...domainFolders.map((folder): Part => ({
    name: `domain/${folder}`,
    mutate: sources(`domain/${folder}`),
    tests: `domain/${folder}`,
    config: "domain",
  })),
  serverPart("platform", "server"),
  serverPart("billing"),
  serverPart("ordering/orders", "server/ordering"),
  serverPart("ordering/fulfilment", "server/ordering"),
  serverPart("access/session", "server/access"),
  serverPart("access/auth", "server/access"),
];

/** Whether a file holds code to break, rather than tests, what only they use, or values. */
export const isMutated = (file: string): boolean =>
  file.endsWith(".ts") && !/(\.test|\.data|-fixtures)\.ts$/.test(file);
