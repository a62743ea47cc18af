/** The commands that README's section on production and docs/operations.md name behind a block's language. */
import fs from "node:fs";
import path from "node:path";
import { root } from "../../root.ts";

/** Reads a documented block, with what stands for a reader's own values replaced by ours. */
export function documented(name: string, values: Readonly<Record<string, string>>): string {
  const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8");
  const text = `${read("README.md").split("\n## Production\n")[1]}\n${read("docs/operations.md")}`;
  const blocks = [...text.matchAll(/^( *)```\w+ (\S+)\n([\s\S]*?)^\1```$/gm)].filter(([, , tag]) => tag === name);
  if (blocks.length !== 1) throw new Error(`The documents on production have ${blocks.length} blocks "${name}"`);
  const [, indent, , block] = blocks[0]!;
  let command = block!.replaceAll(new RegExp(`^${indent}`, "gm"), "");
  for (const [wanted, value] of Object.entries(values)) command = command.replaceAll(wanted, value);
  return command;
}
