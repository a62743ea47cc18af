import { run } from "./bootstrap.mjs";

await run("tools/dev/test.ts", process.argv.slice(2));
