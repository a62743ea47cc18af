import { isTest, type SourceFile } from "../source-files.ts";
import type { Fault } from "./fault.ts";

const page = "docs/adding-a-product.md";

/**
 * Reports where the page on adding a product does not list exactly the code that names its example: besides the vendor's own two
 * folders, tests and stories.
 */
export function checkVendorTouches(sources: readonly SourceFile[], documents: readonly SourceFile[]): Fault[] {
  const text = documents.find(({ path }) => path === page)?.text ?? "";
  const vendor = /^## What (\w+) touched$/m.exec(text)?.[1]?.toLowerCase();
  if (vendor === undefined) return [fault("needs a heading such as “What Lantern touched”.")];
  const own = new RegExp(`^(?:vendors|simulators)/${vendor}/`);
  const named = sources
    .filter(({ path }) => !own.test(path) && !isTest(path))
    .filter((file) => file.text.toLowerCase().includes(vendor))
    .map(({ path }) => path);
  const table = text.split(`\n## What `)[1]!;
  const listed = [...table.matchAll(/^\| `([\w./-]+\.\w+)` \|/gm)].map(([, path]) => path!);
  return [
    ...named.filter((path) => !listed.includes(path)).map((path) => fault(`lacks ${path}, which names ${vendor}.`)),
    ...listed.filter((path) => !named.includes(path)).map((path) => fault(`lists ${path}, which names no ${vendor}.`)),
  ];
}

const fault = (instead: string): Fault => ({ rule: "vendor touches", key: page, place: page, instead });
