/**
 * Runs one of production's commands in this very process, such as `node tradewind.mjs web`. Plain JavaScript without
 * packages, so that an older Node can say which one is needed.
 */
import fs from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";

const commands = {
  web: "./server/main.ts",
  worker: "./server/worker-main.ts",
  keys: "./tools/keys.ts",
  migrate: "./tools/migrate.ts",
  operator: "./tools/operator.ts",
  "rotate-secrets": "./tools/rotate-secrets.ts",
  "back-up": "./tools/back-up.ts",
  "audit-verify": "./tools/audit-verify.ts",
};

const { engines } = JSON.parse(fs.readFileSync(new URL("package.json", import.meta.url), "utf8"));
const needed = engines.node.replace(">=", "");
const majorOf = (version) => Number(version.split(".")[0]);
if (majorOf(process.versions.node) < majorOf(needed))
  fail(`Tradewind needs Node ${needed} or newer; this is Node ${process.versions.node}.`);

// What is run finds its own arguments where they would be without this file.
const [name] = process.argv.splice(2, 1);
if (!Object.hasOwn(commands, name ?? ""))
  fail(`Name a command: node tradewind.mjs ${Object.keys(commands).join(" | ")}`);
// Starts sooner and in less memory the second time, where this folder can be written.
module.enableCompileCache(fileURLToPath(new URL(".cache/compile", import.meta.url)));
await import(commands[name]);

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
