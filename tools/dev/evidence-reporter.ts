import type { Reporter, TestCase, TestModule } from "vitest/node";
import { keepEvidence, outsideTests, placeOf, type Ending, type Ran } from "./evidence.ts";

/**
 * Keeps what each test file said, and until then that it waits or is open. Vitest itself fails a test that asserts
 * nothing (`requireAssertions`).
 */
export default function evidenceReporter(): Reporter {
  return {
    onTestRunStart(specifications) {
      for (const { moduleId, project } of specifications)
        keepEvidence({ file: placeOf(moduleId), project: project.name, tests: [], state: "waiting" });
    },
    onTestModuleQueued(module) {
      keepEvidence({ ...nameOf(module), tests: [], state: "open" });
    },
    onTestModuleEnd: (module) => keepModule(module),
    onTestRunEnd(modules, errors) {
      const byFile = Map.groupBy(errors, (error) =>
        modules.find(({ moduleId }) => moduleId === error["VITEST_TEST_PATH"]),
      );
      for (const [module, own] of byFile) {
        const more = own.map(({ message }) => outsideTests(message));
        if (module) keepModule(module, more);
        else keepEvidence({ file: "", project: "", tests: more });
      }
    },
  };
}

function keepModule(module: TestModule, more: readonly Ran[] = []): void {
  const tests = [...module.children.allTests()].map((test) => {
    const ran: Ran = { title: test.name, within: namesAround(test), ending: endingOf(test) };
    const { errors = [] } = test.result();
    return errors.length > 0 ? { ...ran, said: errors.map(saidBy).join(" ") } : ran;
  });
  const around = [module, ...module.children.allSuites()].flatMap((group) => group.errors());
  const { collectDuration, duration } = module.diagnostic();
  keepEvidence({
    ...nameOf(module),
    tests: [...tests, ...around.map((error) => outsideTests(saidBy(error))), ...more],
    seconds: (collectDuration + duration) / 1000,
  });
}

const nameOf = ({ moduleId, project }: TestModule) => ({ file: placeOf(moduleId), project: project.name });

const saidBy = ({ name, message }: { name?: string; message: string }) => `${name ?? "Error"}: ${message}`;

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
