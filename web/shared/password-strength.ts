import { measuredLength } from "@tradewind/domain/access/passwords.ts";

let estimator: Promise<(password: string, words: string[]) => number> | undefined;

/** Measures a password's strength from 0 to 4. Loads the estimator and its lists of common passwords on first use. */
export async function measure(password: string, words: readonly string[]): Promise<number> {
  if (password === "") return 0;
  estimator ??= load();
  estimator.catch(() => (estimator = undefined));
  return (await estimator)(password.slice(0, measuredLength), [...words]);
}

async function load() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const estimate = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password: string, words: string[]) => estimate.check(password, words).score;
}
