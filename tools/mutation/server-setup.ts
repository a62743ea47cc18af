/**
 * Before each test file that measures the server: loads all of it, so that only what a module does on being loaded is
 * static to Stryker, for which each such mutant is tried in a new process. What the file itself does outside its tests,
 * starting the product, say, is noted under the file's name.
 */
import path from "node:path";
import { expect, inject } from "vitest";

declare module "vitest" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be extended from outside
  interface ProvidedContext {
    /** By Stryker: under which name it is found, whether it looks for what reaches mutants or tries one, and which. */
    globalNamespace: "__stryker__";
    mode: "dry-run" | "mutant";
    activeMutant: string;
  }
}

declare global {
  var __stryker__: { activeMutant?: string; currentTestId?: string | undefined };
}

// By their place, since the names of packages lead out of Stryker's copy.
for (const file of ["app.ts", "worker.ts", "prepare-database.ts", "platform/rotate-secrets.ts"])
  await import(path.resolve("server", file));

const stryker = (globalThis[inject("globalNamespace")] ??= {});
if (inject("mode") === "mutant") stryker.activeMutant = inject("activeMutant");
else {
  const outside = `${expect.getState().testPath}#`;
  let test: string | undefined;
  Object.defineProperty(stryker, "currentTestId", {
    configurable: true,
    get: () => test ?? outside,
    set(id: string | undefined) {
      test = id;
    },
  });
}
