import { expect, test } from "vitest";
import { checkImports, type Manifest } from "./check-imports.ts";

const none: Manifest = { dependencies: [], devDependencies: [] };
const manifests: Record<string, Manifest> = {
  "": { dependencies: [], devDependencies: ["vitest"] },
  domain: none,
  contract: { dependencies: ["zod", "@tradewind/domain"], devDependencies: [] },
  vendors: { dependencies: ["@tradewind/domain", "undici"], devDependencies: ["@tradewind/simulators"] },
  simulators: none,
  server: {
    dependencies: ["@tradewind/vendors", "@tradewind/contract", "@tradewind/domain", "pg"],
    devDependencies: ["@tradewind/simulators", "pino-pretty"],
  },
  web: { dependencies: ["@tradewind/contract", "@tradewind/domain", "react"], devDependencies: ["vite"] },
  tools: { dependencies: ["@tradewind/server", "@tradewind/simulators"], devDependencies: [] },
};

const faultsOf = (files: Record<string, string>) =>
  checkImports(
    Object.entries(files).map(([path, text]) => ({ path, text })),
    manifests,
  );
const loads = (specifier: string) => `import { x } from "${specifier}";\nexport const y = x;\n`;

test.each([
  ["domain/money.ts", "@tradewind/contract/customers.ts", "move what they need into domain"],
  ["contract/customers.ts", "zod", "zod/mini"],
  ["vendors/acronis/acronis.ts", "../microsoft/partner-center.ts", "no other connector"],
  ["simulators/microsoft/main.ts", "@tradewind/domain/money.ts", "agrees with its mistakes"],
  ["server/platform/http.ts", "../customers/customers/customers.store.ts", "knows no feature"],
  ["server/platform/jobs.ts", "@tradewind/vendors/microsoft/partner-center.ts", "knows no feature"],
  ["server/ordering/orders/orders.jobs.ts", "@tradewind/vendors/acronis/acronis.ts", "Of another feature"],
  ["server/ordering/orders/orders.actions.ts", "../../customers/customers/customers.routes.ts", "Of another feature"],
  ["server/ordering/orders/orders.actions.ts", "../../test/builders.ts", "What only tests need"],
  ["server/main.ts", "@tradewind/simulators/kit/listener.ts", "by address"],
  ["web/ui/button.tsx", "../platform/api.ts", "ui know nothing"],
  ["web/platform/api.ts", "../customers/customers/customers.queries.ts", "no screen and no feature"],
  ["web/shared/customer-picker.tsx", "../customers/customers/customers-screen.tsx", "*.queries.ts"],
  ["web/ordering/orders/wizard.tsx", "../../customers/customers/add-customer-dialog.tsx", "moves to web/shared"],
  ["web/signed-out/sign-in.tsx", "../app/routes.ts", "stay small"],
  ["tools/migrate.ts", "@tradewind/simulators/kit/listener.ts", "Only tools/dev"],
  ["server/app.ts", "../contract/all.ts", "Write @tradewind/contract/all.ts"],
  ["server/app.ts", "fs", "Write node:fs"],
  ["server/app.ts", "vitest", "does not name"],
  ["server/app.ts", "pino-pretty", "for tests only"],
  ["server/app.ts", "lodash", "does not name"],
  ["server/helpers/text.ts", "node:fs", undefined],
  ["server/helpers/text.ts", "../app.ts", "no room"],
] as const)("%s importing %s", (from, specifier, instead) => {
  const faults = faultsOf({ [from]: loads(specifier) });
  if (instead === undefined) expect(faults).toEqual([]);
  else expect(faults).toEqual([{ place: `${from}:1`, instead: expect.stringContaining(instead) }]);
});

test.each([
  ["server/ordering/orders/orders.actions.ts", "../../customers/customers/customers.store.ts"],
  ["server/ordering/orders/orders.jobs.ts", "@tradewind/vendors/fulfiller.ts"],
  ["server/ordering/orders/orders.routes.test.ts", "../../test/builders.ts"],
  ["vendors/acronis/acronis.test.ts", "@tradewind/simulators/acronis/acronis.ts"],
  ["server/worker.ts", "@tradewind/vendors/acronis/acronis.ts"],
  ["web/ordering/orders/wizard.tsx", "../../customers/customers/customers.queries.ts"],
  ["web/app/main.tsx", "../customers/customers/customers-screen.tsx"],
  ["tools/dev/product.ts", "@tradewind/simulators/kit/listener.ts"],
])("%s may import %s", (from, specifier) => {
  expect(faultsOf({ [from]: loads(specifier) })).toEqual([]);
});

test("imports are seen in every form, and not in comments", () => {
  const text = [
    'import type {\n  A,\n  B,\n} from "left-pad";',
    'import "left-pad/style.css";',
    'export * from "left-pad";',
    ["const later = () => import", '("left-pad");'].join(""),
    '// import x from "left-pad";',
    '/* import "left-pad"; */',
  ].join("\n");
  expect(faultsOf({ "server/app.ts": text }).map((fault) => fault.place)).toEqual([
    "server/app.ts:4",
    "server/app.ts:5",
    "server/app.ts:6",
    "server/app.ts:7",
  ]);
});

test("a circle of files is reported once, with all of it", () => {
  const faults = faultsOf({
    "domain/a.ts": loads("./b.ts"),
    "domain/b.ts": loads("./c.ts"),
    "domain/c.ts": loads("./a.ts"),
    "domain/d.ts": loads("./a.ts"),
  });
  expect(faults).toEqual([
    {
      place: "domain/c.ts:1",
      instead: expect.stringContaining("domain/a.ts -> domain/b.ts -> domain/c.ts -> domain/a.ts"),
    },
  ]);
});
