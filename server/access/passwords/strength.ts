import { checkPassword, measuredLength, type PasswordRule } from "@tradewind/domain/access/passwords.ts";

let estimator: Promise<(password: string, words: string[]) => number> | undefined;

/** Loaded on first use: its lists of common passwords are large. */
async function load() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const estimate = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password: string, words: string[]) => estimate.check(password.slice(0, measuredLength), words).score;
}

/** Tells whether a password follows the rules. `words` are those an attacker would try first. */
export async function keepsRules(rules: readonly PasswordRule[], password: string, words: string[]): Promise<boolean> {
  const score = (await (estimator ??= load()))(password, words);
  return checkPassword(rules, password, score).every((rule) => !rule.violated);
}
