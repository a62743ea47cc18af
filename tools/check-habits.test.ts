import { expect, test } from "vitest";
import { checkHabits } from "./check-habits.ts";
import { checkSizes } from "./check-sizes.ts";

const faultsOf = (path: string, text: string) => checkHabits([{ path, text }]);

test.each([
  ["server/ordering/orders/orders.actions.ts", "await db.selectFrom(name);", "SQL lives in"],
  ["server/ordering/orders/orders.actions.ts", 'client.query("select id from orders");', "SQL lives in"],
  ["server/main.ts", "const x = sql<{ id: string }>`now()`;", "SQL lives in"],
  ["server/ordering/orders/orders.actions.ts", "const at = new Date();", "clock is handed in"],
  ["domain/dates.ts", "const at = Date.now();", "clock is handed in"],
  ["domain/dates.ts", "const at = Temporal.Now.instant();", "clock is handed in"],
  ["server/app.ts", "const port = process.env.PORT;", "server/platform/config.ts"],
  ["web/ui/button.tsx", "export default function Button() {}", "Export it by name"],
  ["domain/customers.ts", "export enum Status { Active }", "union type"],
  ["contract/index.ts", 'export * from "./customers.ts";\nexport { a } from "./orders.ts";\n', "only re-exports"],
])("%s: %s", (path, text, instead) => {
  expect(faultsOf(path, `const first = 1;\n\n${text}`.replace(/^const first.*\n\n(?=export \*)/, ""))).toEqual([
    { place: expect.stringMatching(path), instead: expect.stringContaining(instead) },
  ]);
});

test("a fault names its line", () => {
  expect(faultsOf("domain/dates.ts", "/* a\n b */\nconst at = Date.now();\n")[0]?.place).toBe("domain/dates.ts:3");
});

test.each([
  ["server/ordering/orders/orders.store.ts", "db.selectFrom(name)"],
  ["server/ordering/orders/orders.test.ts", "new Date(); Date.now(); process.exit()"],
  ["server/platform/config.ts", "process.env"],
  ["web/vite.config.ts", "export default {}"],
  ["web/ordering/orders/orders-screen.tsx", "<p>Select a product from the list, or update your order</p>"],
  ["domain/dates.ts", '// new Date()\nconst words = "new Date()"; const at = new Date(given);'],
])("%s may say %s", (path, text) => {
  expect(faultsOf(path, text)).toEqual([]);
});

test("files that are too long or too deep are named, data files are not", () => {
  const lines = (count: number) => "x\n".repeat(count);
  const { faults } = checkSizes([
    { path: "server/app.ts", text: lines(400) },
    { path: "server/main.ts", text: lines(401) },
    { path: "domain/catalogue.data.ts", text: lines(900) },
    { path: "web/ordering/orders/steps/billing.tsx", text: "" },
  ]);
  expect(faults.map((fault) => fault.place)).toEqual(["server/main.ts", "web/ordering/orders/steps/billing.tsx"]);
});
