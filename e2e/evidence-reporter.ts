import type { Reporter, TestCase, TestResult, TestStep } from "@playwright/test/reporter";
import { keepEvidence, placeOf, type Ending, type Ran } from "@tradewind/tools/dev/evidence.ts";

/** Records each story's results at each width, and fails the run if a story asserted nothing. */
export default function evidenceReporter(): Reporter {
  const told = new Map<string, { file: string; project: string; tests: Map<string, Ran> }>();
  return {
    onTestEnd(test, result) {
      const [, project = "", , ...within] = test.titlePath().slice(0, -1);
      const file = placeOf(test.location.file);
      const key = `${project} ${file}`;
      const story = told.get(key) ?? { file, project, tests: new Map<string, Ran>() };
      told.set(key, story);
      story.tests.set(test.id, { title: test.title, within, ending: endingOf(test, result) });
    },
    onEnd() {
      for (const { file, project, tests } of told.values()) {
        keepEvidence({ file, project, tests: [...tests.values()] });
        for (const { title, ending } of tests.values())
          if (ending === "asserted nothing") console.error(`${file}, ${project}: ${title}: asserted nothing`);
      }
      const all = [...told.values()].flatMap(({ tests }) => [...tests.values()]);
      return Promise.resolve(
        all.some(({ ending }) => ending === "asserted nothing") ? { status: "failed" } : undefined,
      );
    },
  };
}

function endingOf(test: TestCase, { status, retry, steps }: TestResult): Ending {
  if (status === "skipped") return "skipped";
  if (test.expectedStatus === "failed") return status === "failed" ? "failed as expected" : "failed";
  if (status !== "passed") return "failed";
  if (!steps.some(asserts)) return "asserted nothing";
  return retry > 0 ? "passed on a retry" : "passed";
}

const asserts = (step: TestStep): boolean => step.category === "expect" || step.steps.some(asserts);
