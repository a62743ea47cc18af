import { publicPages } from "@tradewind/contract/public-pages.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { isTest } from "../source-files.ts";
import type { Fault } from "./fault.ts";
import { fixedText, lineOf, walk, type Source } from "./syntax.ts";

const firstOf = (path: string) => path.split(/[/?#\s]/)[1] ?? "";
const places = new Set([...Object.values(screens).map(({ path }) => path), ...Object.values(publicPages)].map(firstOf));

/** The two route tables, and the gallery, whose links are examples. */
const mayWrite = /^contract\/(?:screens|public-pages)\.ts$|^web\/app\/gallery\//;
const isProduct = (path: string) => /^(?:domain|contract|vendors|server|web)\//.test(path) && !isTest(path);

/** Reports hard-coded addresses of screens: such links are missed when an address changes. */
export function checkAddresses(files: readonly Source[]): Fault[] {
  const faults: Fault[] = [];
  for (const file of files.filter(({ path }) => isProduct(path) && !mayWrite.test(path)))
    walk(file.program, (node, parents) => {
      const text = fixedText(node)?.trimStart();
      const isPart = parents.some(({ type }) => type === "BinaryExpression" || type === "TSLiteralType");
      if (text === undefined || isPart || !text.startsWith("/") || !places.has(firstOf(text))) return;
      faults.push({
        rule: "addresses",
        key: file.path,
        place: `${file.path}:${lineOf(file, node.start)}`,
        instead: `${text.slice(0, 40)} … Addresses stand in contract/screens.ts: use linkTo(screens.…) or publicPages.`,
      });
    });
  return faults;
}
