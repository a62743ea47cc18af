/** The commands of README's section on production, by the name that follows each block's language. */
import fs from "node:fs";
import path from "node:path";
import { root } from "../../root.ts";

/** Reads a documented block, with what stands for a reader's own values replaced by ours. */
export function documented(name: string, values: Readonly<Record<string, string>>): string {
  const section = fs.readFileSync(path.join(root, "README.md"), "utf8").split("\n## Production\n")[1] ?? "";
  const blocks = [...section.matchAll(/^( *)```\w+ (\S+)\n([\s\S]*?)^\1```$/gm)].filter(([, , tag]) => tag === name);
  if (blocks.length !== 1) throw new Error(`README's section on production has ${blocks.length} blocks "${name}"`);
  const [, indent, , text] = blocks[0]!;
  let command = text!.replaceAll(new RegExp(`^${indent}`, "gm"), "");
  for (const [wanted, value] of Object.entries(values)) command = command.replaceAll(wanted, value);
  return command;
}
