import type { Reporter, TestCase, TestModule } from "vitest/node";
import { keepEvidence, placeOf, type Ending } from "./evidence.ts";

/** Keeps what each test file said. Vitest itself fails a test that asserts nothing (`requireAssertions`). */
export default function evidenceReporter(): Reporter {
  return {
    onTestModuleEnd(module: TestModule) {
      const tests = [...module.children.allTests()].map((test) => ({
        title: test.name,
        within: namesAround(test),
        ending: endingOf(test),
      }));
      keepEvidence({ file: placeOf(module.moduleId), project: module.project.name, tests });
    },
  };
}

function endingOf(test: TestCase): Ending {
  const { state } = test.result();
  if (state === "failed") return "failed";
  if (state !== "passed") return "skipped";
  if (test.options.fails) return "failed as expected";
  return test.diagnostic()?.retryCount ? "passed on a retry" : "passed";
}

function namesAround(test: TestCase): string[] {
  const names: string[] = [];
  for (let group = test.parent; group.type === "suite"; group = group.parent) names.unshift(group.name);
  return names;
}
