import { run } from "./bootstrap.mjs";

await run("tools/dev/start.ts", process.argv.slice(2));
