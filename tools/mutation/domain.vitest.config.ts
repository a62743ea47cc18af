import { defineConfig } from "vitest/config";
import { testsOfPart } from "./tests-of-part.ts";

export default defineConfig({ test: { include: testsOfPart(), testTimeout: 60_000, provide: { long: false } } });
