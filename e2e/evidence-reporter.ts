import type { Reporter, TestCase, TestError, TestResult, TestStep } from "@playwright/test/reporter";
import {
  keepEvidence,
  outsideTests,
  placeOf,
  type Ending,
  type Evidence,
  type Ran,
} from "@tradewind/tools/dev/evidence.ts";

/** What a file says at one width: its tests so far, and how many there are. */
type Story = { file: string; project: string; tests: Map<string, Ran>; seconds: number; count: number };

/** Records each story's results at each width as they come, and fails the run if a story asserted nothing. */
export default function evidenceReporter(): Reporter {
  const told = new Map<string, Story>();
  const outside: Ran[] = [];
  const storyOf = (test: TestCase): Story => {
    const [, project = ""] = test.titlePath();
    const file = placeOf(test.location.file);
    const key = `${project} ${file}`;
    const story = told.get(key) ?? { file, project, tests: new Map<string, Ran>(), seconds: 0, count: 0 };
    told.set(key, story);
    return story;
  };
  return {
    onBegin(_, suite) {
      for (const test of suite.allTests()) storyOf(test).count++;
      for (const story of told.values()) keep(story, "waiting");
    },
    onTestBegin: (test) => keep(storyOf(test), "open"),
    onTestEnd(test, result) {
      // Ended from outside: its file has not ended.
      if (result.status === "interrupted") return;
      const [, , , ...within] = test.titlePath().slice(0, -1);
      const story = storyOf(test);
      const ending = endingOf(test, result);
      const said = ending === "asserted nothing" ? ending : result.errors.map(saidBy).join(" ");
      story.tests.set(test.id, { title: test.title, within, ending, ...(said && { said }) });
      story.seconds += result.duration / 1000;
      keep(story, story.tests.size < story.count ? "open" : undefined);
    },
    onError(error) {
      outside.push(outsideTests(saidBy(error)));
      keepEvidence({ file: "", project: "", tests: outside });
    },
    onEnd() {
      const silent = [...told.values()].flatMap(({ file, project, tests }) =>
        [...tests.values()]
          .filter(({ ending }) => ending === "asserted nothing")
          .map(({ title }) => `${file}, ${project}: ${title}: asserted nothing`),
      );
      for (const line of silent) console.error(line);
      return Promise.resolve(silent.length > 0 ? { status: "failed" } : undefined);
    },
  };
}

const keep = ({ file, project, tests, seconds }: Story, state: Evidence["state"]): void =>
  keepEvidence({ file, project, tests: [...tests.values()], seconds, state });

const saidBy = ({ message = "", location }: TestError): string =>
  location ? `line ${location.line}: ${message}` : message;

function endingOf(test: TestCase, { status, retry, steps }: TestResult): Ending {
  if (status === "skipped") return "skipped";
  if (test.expectedStatus === "failed") return status === "failed" ? "failed as expected" : "failed";
  if (status !== "passed") return "failed";
  if (!steps.some(asserts)) return "asserted nothing";
  return retry > 0 ? "passed on a retry" : "passed";
}

const asserts = (step: TestStep): boolean => step.category === "expect" || step.steps.some(asserts);
