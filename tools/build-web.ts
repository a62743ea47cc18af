import { buildWeb } from "./web-build.ts";

await buildWeb({ force: true });
console.log("Built the portal's pages into web/dist.");
