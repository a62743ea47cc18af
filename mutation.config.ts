import { defineConfig } from "vitest/config";

/** The tests of `npm run mutation`: those of the rules alone. */
export default defineConfig({ test: { include: ["domain/**/*.test.ts"], provide: { long: false } } });
