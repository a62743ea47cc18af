import { expect, test } from "vitest";
import { storiesOf } from "./changed.ts";

const stories = ["e2e/access/roles.spec.ts", "e2e/billing/bank.spec.ts", "e2e/tabs.spec.ts"];

test.each([
  ["web/access/roles/roles-screen.tsx", ["e2e/access/roles.spec.ts"]],
  ["server/access/roles/roles.routes.ts", ["e2e/access/roles.spec.ts"]],
  ["contract/billing/bank.ts", ["e2e/billing/bank.spec.ts"]],
  ["domain/billing/bank.test.ts", ["e2e/billing/bank.spec.ts"]],
  ["e2e/tabs.spec.ts", ["e2e/tabs.spec.ts"]],
  ["tools/access/roles.ts", []],
  ["README.md", []],
])("a change of %s is told by %j", (file, told) => {
  expect(storiesOf([file], stories)).toEqual(told);
});
