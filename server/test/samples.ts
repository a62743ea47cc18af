import * as z from "zod/mini";

type Def = Record<string, unknown> & { type: string };
type Schema = z.core.$ZodType;
const defOf = (schema: Schema) => schema._zod.def as unknown as Def;

/** Values tried in turn for text and numbers; the first the schema accepts is used. */
const texts = [
  "Acme Dental",
  "acme-dental",
  "2026-11-14",
  "2026-11-14T09:30:00.000Z",
  "acme.example",
  "01174 960 148",
  "robin@acme.example",
  "https://acme.example/",
  "a".repeat(64),
  "1234",
  "k".repeat(43),
  "AB",
  "#2456c4",
  "127.0.0.1",
  "data:image/png;base64,iVBORw0KGgo=",
  "0117",
  "85",
  "120.00",
];
const numbers = [1, 0, 2, 7, 12, 30, 100, 2026];
export const someId = "018f5a3e-0000-7000-8000-00000000abcd";

/** Supplies a field's value by name; undefined to invent one. */
export type Known = (name: string) => unknown;

/** Generates a valid value: required fields only, the first choice of each. */
export function sampleOf(schema: Schema, known: Known = () => undefined, name = ""): unknown {
  const def = defOf(schema);
  const inner = (part: string) => sampleOf(def[part] as Schema, known, name);
  switch (def.type) {
    case "object":
      return sampleObject(def["shape"] as Record<string, Schema>, known);
    case "array":
      return [sampleOf(def["element"] as Schema, known, name)];
    case "record":
      return {};
    case "union":
      return sampleOf((def["options"] as Schema[])[0]!, known, name);
    case "enum":
      return Object.values(def["entries"] as Record<string, unknown>)[0];
    case "literal":
      return (def["values"] as unknown[])[0];
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "readonly":
      return inner("innerType");
    case "pipe":
      return inner("in");
    case "boolean":
      return true;
    case "unknown":
    case "any":
      return "anything";
    default:
      return known(name) ?? leafOf(schema, name);
  }
}

const leafOf = (schema: Schema, name: string) => {
  const found = [...texts, someId, ...numbers, null].find(
    (value) => z.safeParse(schema as z.ZodMiniType, value).success,
  );
  if (found === undefined)
    throw new Error(
      `No sample fits the field ${name}; add a value for it to texts or numbers in server/test/samples.ts`,
    );
  return found;
};

function sampleObject(shape: Record<string, Schema>, known: Known) {
  const needed = Object.entries(shape).filter(([, schema]) => schema._zod.optin !== "optional");
  return Object.fromEntries(needed.map(([key, schema]) => [key, sampleOf(schema, known, key)]));
}

/** Lists the field names of an object schema, including optional ones; empty for other schemas. */
export const fieldsOf = (schema: Schema | undefined): string[] =>
  schema && defOf(schema).type === "object" ? Object.keys(defOf(schema)["shape"] as object) : [];
