import { isTest } from "../source-files.ts";
import type { Fault } from "./fault.ts";
import { lineOf, walk, type Node, type Source } from "./syntax.ts";

const isCore = (path: string) => /^(?:domain|contract|server|web)\//.test(path);

/** Vendors named in data, in the kit's pictures or in code that only tests use. */
const isNamedData = (path: string) => /\.(?:data|gen)\.tsx?$|-data\/|-fixtures?\.tsx?$|-gallery\.tsx$/.test(path);

/** Places where a vendor may be named, and why. */
const excused: readonly [where: RegExp, why: string][] = [
  [
    /^(?:server|contract|web)\/access\/|^web\/signed-out\/|^web\/shared\/provider-names\.ts$/,
    "people sign in with Microsoft work accounts (SSO-01)",
  ],
  [/^web\/shared\/mfa-parts\.tsx$/, "an authenticator app"],
  [/^web\/ordering\/orders\/(?:nce-question-screen\.tsx|carried-answers\.ts)$/, "the question of ORD-04"],
  [/^web\/app\/routes\.ts$/, "the title of that question's page"],
  [/^web\/portal\/flags\/flag-words\.ts$/, "flags that the specification names"],
  [/^contract\/(?:customers\/customer-checks|ordering\/service-lists)\.ts$/, "calls it describes"],
];

/** Returns the folders in the list of vendors. The one for our own people is an everyday word and is left out. */
export const vendorsListed = (sources: readonly Source[]): string[] => {
  const list = sources.find(({ path }) => path === "vendors/index.ts");
  return [...(list?.text.matchAll(/from "\.\/([\w-]+)\//g) ?? [])]
    .map((found) => found[1]!)
    .filter((id) => id !== "people");
};

/** Reports vendors' names in the core, which must ask what a vendor can do, not its name. Skips tests and data. */
export function checkVendorNames(sources: readonly Source[]): Fault[] {
  const ids = vendorsListed(sources);
  const faults = sources
    .filter((file) => isCore(file.path) && !isTest(file.path) && !isNamedData(file.path))
    .flatMap((file) => namesIn(file, ids));
  const excuseOf = ({ key }: Fault) => excused.find(([where]) => where.test(key));
  const idle = excused.filter((each) => !faults.some((fault) => excuseOf(fault) === each));
  return [...faults.filter((fault) => !excuseOf(fault)), ...(faults.length > 0 ? idle.map(strikeOut) : [])];
}

const strikeOut = ([where, why]: (typeof excused)[number]): Fault => ({
  rule: "vendor names",
  key: where.source,
  place: "tools/checks/vendor-names.ts",
  instead: `Nothing at ${where.source} names a vendor any more (${why}). Strike it out.`,
});

function namesIn(file: Source, ids: readonly string[]): Fault[] {
  const faults: Fault[] = [];
  walk(file.program, (node) => {
    const named = ids.find((id) => wordsOf(textOf(node)).some((word) => word.replace(/\d+$/, "") === id));
    if (named === undefined) return;
    faults.push({
      rule: "vendor names",
      key: file.path,
      place: `${file.path}:${lineOf(file, node.start)}`,
      instead: `names ${named}. The core asks what a vendor can: see Capabilities in vendors/vendor.ts.`,
    });
  });
  return faults;
}

function textOf(node: Node): string {
  if (node.type === "Identifier" || node.type === "JSXIdentifier") return node.name;
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : "";
  if (node.type === "TemplateElement") return node.value.raw;
  return node.type === "JSXText" ? node.value : "";
}

/** Splits a name or text into lower-case words: `hasAcronisTenant` has three. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/);
