import { billings, terms } from "@tradewind/domain/pricing/pricing-types.ts";
import { currencies } from "@tradewind/domain/values/money.ts";
import { isConfig, isTest } from "../source-files.ts";
import type { Fault } from "./fault.ts";
import { isData } from "./data.ts";
import { anyArea } from "./places.ts";
import { sqlIn } from "./sql.ts";
import { fixedText, globalRead, lineOf, propertyName, walk, type Node, type Source } from "./syntax.ts";

type Habit = {
  rule: string;
  applies(path: string): boolean;
  /** Checks whether the rule is broken at exactly this node. */
  breaks(node: Node, parents: readonly Node[]): boolean;
  instead: string;
};

const isProduct = (path: string) => /^(?:domain|contract|vendors|server|web)\//.test(path) && !isTest(path);
const inAreas = new RegExp(`^(?:domain|contract|server/${anyArea})/`);
const isPure = (path: string) => inAreas.test(path) && !isTest(path);

const closedLists = new Set([currencies, terms, billings].map((list: readonly string[]) => list.toSorted().join()));
/** The members of a union or an array that holds nothing but texts. */
function membersOf(node: Node): string[] {
  const members =
    node.type === "TSUnionType"
      ? node.types.map((each) => (each.type === "TSLiteralType" ? each.literal : undefined))
      : node.type === "ArrayExpression"
        ? node.elements
        : [];
  const texts = members.flatMap((each) =>
    each?.type === "Literal" && typeof each.value === "string" ? each.value : [],
  );
  return texts.length === members.length ? texts : [];
}

const habits: readonly Habit[] = [
  {
    rule: "SQL",
    applies: (path) => isProduct(path) && !/\.store\.ts$|^server\/platform\/|^web\//.test(path),
    breaks: sqlIn,
    instead: "SQL lives in a *.store.ts of its feature.",
  },
  {
    rule: "SQL",
    applies: (path) => isPure(path) && !/\.store\.ts$/.test(path),
    breaks: (node) => takes(node, /^(?:kysely|pg|pg-copy-streams)$/, /./),
    instead: "Only a *.store.ts talks to the database.",
  },
  {
    rule: "clock",
    applies: (path) => isPure(path) || (/^vendors\//.test(path) && !isTest(path)),
    breaks: readsClock,
    instead: "The clock is handed in: take now() or today() from the context, or an argument.",
  },
  {
    rule: "days of tests",
    applies: (path) => isTest(path) && !/^tools\//.test(path),
    breaks: readsToday,
    instead:
      "A test's day is that of its business clock (app.platform.clock, inject(\"testBegins\")), never the machine's; real time is Date.now().",
  },
  {
    rule: "randomness",
    applies: isPure,
    breaks: (node, parents) =>
      names(node, /^random(?:UUID|UUIDv7|Bytes|Int|Fill|FillSync)$|^getRandomValues$/) ||
      readsOf("Math", /^random$/)(node, parents),
    instead: "Take it from server/platform/random.ts, or hand it in.",
  },
  {
    rule: "settings",
    applies: (path) =>
      (isProduct(path) || /^simulators\//.test(path)) &&
      !isConfig(path) &&
      !isTest(path) &&
      !/^(?:server|web)\/platform\/config\.ts$|^simulators\/main\.ts$/.test(path),
    breaks: (node, parents) =>
      readsOf("process", /^env$/)(node, parents) ||
      takes(node, /^(?:node:)?process$/, /^(?:env|default|\*)$/) ||
      (node.type === "MemberExpression" && node.object.type === "MetaProperty" && propertyName(node) === "env"),
    instead: "Settings are read once, in platform/config.ts, and handed in.",
  },
  {
    rule: "outside systems",
    applies: (path) =>
      /^(?:domain|contract|server)\//.test(path) &&
      !isTest(path) &&
      // The server connects to the database itself; it is the only such system.
      path !== "server/platform/gathering-client.ts",
    breaks: (node, parents) =>
      ["fetch", "XMLHttpRequest", "WebSocket", "EventSource"].includes(globalRead(node, parents) ?? "") ||
      takes(node, /^(?:undici|nodemailer|node:(?:https?|http2|tls|dgram))$/, /./) ||
      // Comparing addresses reaches nothing.
      takes(node, /^node:net$/, /^(?!(?:BlockList|isIP)$)/),
    instead: "Outside systems are called from vendors/ alone.",
  },
  {
    rule: "dates",
    applies: (path) => isProduct(path) && path !== "domain/values/date-formats.ts",
    breaks: (node, parents) =>
      readsOf("Intl", /^DateTimeFormat$/)(node, parents) || names(node, /^toLocale(?:Date|Time)String$/),
    instead: "Dates are written by domain/values/date-formats.ts, one function for each format.",
  },
  {
    rule: "closed lists",
    // The design system knows no domain.
    applies: (path) => isProduct(path) && !/^domain\/|^web\/ui\/|\.gen\.ts$/.test(path),
    breaks: (node) => closedLists.has(membersOf(node).toSorted().join()),
    instead: "Currencies, terms and billings are listed in domain: import the list or its type.",
  },
  {
    rule: "default exports",
    applies: (path) => !isConfig(path),
    breaks: (node) =>
      node.type === "ExportDefaultDeclaration" ||
      (node.type === "ExportSpecifier" && node.exported.type === "Identifier" && node.exported.name === "default"),
    instead: "Export it by name.",
  },
  {
    rule: "enums",
    applies: () => true,
    breaks: (node) => node.type === "TSEnumDeclaration",
    instead: "Write a const list and a union type.",
  },
  {
    rule: "imports",
    applies: isProduct,
    breaks: (node) =>
      (node.type === "ImportExpression" && fixedText(node.source) === undefined) ||
      takes(node, /^(?:node:)?module$/, /^(?:createRequire|default|\*)$/),
    instead: "Name the file that is imported, so that the rules of imports can be held.",
  },
  {
    rule: "columns in the contract",
    applies: (path) => /^contract\//.test(path) && !isTest(path),
    breaks: (node) =>
      node.type === "TSPropertySignature" &&
      node.key.type === "Identifier" &&
      /^[a-z0-9]+(?:_[a-z0-9]+)+$/.test(node.key.name) &&
      !/^(?:error_description|passkey_(?:options|pages))$/.test(node.key.name),
    instead: "The contract knows no column: read columns in the store and hand camelCase to the contract.",
  },
];

/** Reports SQL, clock, randomness, settings, outside calls and default exports in files where they are not allowed. */
export function checkHabits(files: readonly Source[]): Fault[] {
  return files.flatMap((file) => [...habitsOf(file), ...shapeOf(file)]);
}

function habitsOf(file: Source): Fault[] {
  const held = habits.filter((habit) => habit.applies(file.path));
  const faults: Fault[] = [];
  walk(file.program, (node, parents) => {
    for (const { rule, breaks, instead } of held)
      if (breaks(node, parents)) {
        const line = lineOf(file, node.start);
        const shown = file.text.slice(node.start, node.end).split("\n")[0]!.slice(0, 40);
        faults.push({ rule, key: file.path, place: `${file.path}:${line}`, instead: `${shown} … ${instead}` });
      }
  });
  return faults;
}

function shapeOf(file: Source): Fault[] {
  const fault = (rule: string, instead: string) => [{ rule, key: file.path, place: file.path, instead }];
  const isBarrel =
    file.program.body.length > 0 &&
    file.program.body.every(
      (node) => node.type === "ExportAllDeclaration" || (node.type === "ExportNamedDeclaration" && node.source),
    );
  if (isBarrel && !isConfig(file.path)) return fault("barrels", "only re-exports; import from the files themselves.");
  if (/\.data\.tsx?$|-data\/(?![\w-]+\.store\.)/.test(file.path) && !isData(file))
    return fault("data files", "is named as data and holds code: keep values only, and move functions elsewhere.");
  return [];
}

/** Matches reads of a global's property that `property` matches, and uses of the global that cannot be followed. */
function readsOf(global: string, property: RegExp) {
  return (node: Node, parents: readonly Node[]): boolean => {
    if (globalRead(node, parents) !== global) return false;
    const parent = parents.at(-1);
    if (parent?.type === "VariableDeclarator") return true;
    if (parent?.type !== "MemberExpression" || parent.object !== node) return false;
    return property.test(propertyName(parent) ?? "");
  };
}

/** Matches every use of `Date` except constructing one from given values, parsing, and type checks. */
function readsClock(node: Node, parents: readonly Node[]): boolean {
  if (readsOf("performance", /./)(node, parents) || readsOf("Temporal", /^Now$/)(node, parents)) return true;
  if (globalRead(node, parents) !== "Date") return false;
  const parent = parents.at(-1);
  if (parent?.type === "NewExpression" && parent.callee === node)
    return parent.arguments.length === 0 || parent.arguments[0]?.type === "SpreadElement";
  if (parent?.type === "MemberExpression" && parent.object === node)
    return !["UTC", "parse"].includes(propertyName(parent) ?? "");
  return !(parent?.type === "BinaryExpression" && parent.operator === "instanceof");
}

/** Matches what reads the machine's date as a day: `new Date()`, a part of a text made of its clock, SQL's `current_date`. */
function readsToday(node: Node, parents: readonly Node[]): boolean {
  if (node.type === "NewExpression") {
    const first = node.arguments[0];
    return globalRead(node.callee, [...parents, node]) === "Date" && (!first || first.type === "SpreadElement");
  }
  if (node.type === "CallExpression" && node.callee.type === "MemberExpression") {
    if (!/^(?:slice|split|substring|substr|replace|match)$/.test(propertyName(node.callee) ?? "")) return false;
    let found = false;
    walk(node.callee.object, (each, around) => {
      if (readsClock(each, around)) found = true;
    });
    return found;
  }
  if (node.type === "TemplateElement") return today.test(node.value.raw);
  return node.type === "Literal" && typeof node.value === "string" && today.test(node.value);
}

const today = /\bcurrent_date\b|\b(?:now|clock_timestamp)\(\)(?: at time zone 'UTC'\))?::date\b/i;

/** Checks whether a node mentions one of these names: as a property, in an import or by destructuring. */
function names(node: Node, name: RegExp): boolean {
  if (node.type === "MemberExpression") return name.test(propertyName(node) ?? "");
  if (node.type === "ImportSpecifier") return node.imported.type === "Identifier" && name.test(node.imported.name);
  return (
    node.type === "ObjectPattern" &&
    node.properties.some(
      (each) => each.type === "Property" && each.key.type === "Identifier" && name.test(each.key.name),
    )
  );
}

/** Checks whether a node imports a value with one of these names from one of these packages. */
function takes(node: Node, from: RegExp, name: RegExp): boolean {
  if (node.type !== "ImportDeclaration" || node.importKind === "type" || !from.test(node.source.value)) return false;
  return node.specifiers.some((each) => {
    if (each.type === "ImportDefaultSpecifier") return name.test("default");
    if (each.type === "ImportNamespaceSpecifier") return name.test("*");
    return each.importKind !== "type" && each.imported.type === "Identifier" && name.test(each.imported.name);
  });
}
