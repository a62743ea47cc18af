/** What the portal has at an address: as plain data that the server, the portal and the checks all read. */
import type { Access } from "@tradewind/domain/values/permissions.ts";
import type * as z from "zod/mini";

type Query = z.ZodMiniObject;

/** What an address may ask for in one field: one of some words, an id, or a text. */
export type SearchField = {
  readonly oneOf?: readonly string[];
  readonly isId?: true;
  readonly longest?: number;
  /** What holds where nothing is asked; an address leaves it out. */
  readonly usual?: string;
};

export type Screen<Path extends string = string, Q extends Query | undefined = Query | undefined> = {
  /** `$name` stands for one segment. */
  readonly path: Path;
  /** Who may open it. */
  readonly access: Access;
  /** Who finds it in menus and among quick links, where those are fewer. */
  readonly offered?: Access;
  /** Feature flag that must be on. */
  readonly flag?: string;
  /** Only in the demo. */
  readonly demo?: true;
  /** What its address may ask for, by the field's wire name. */
  readonly search?: Readonly<Record<string, SearchField>>;
  /** Never there: it carries the type of what is asked. */
  readonly asks?: Q;
};

/** What a screen shows: an endpoint, whose right is the screen's, or a right alone. */
type Shown = { readonly access: Access; readonly flag?: string };

export const rightOf = ({ access, flag }: Shown): Shown => ({ access, ...(flag && { flag }) });

/** A screen at an address; `query` says what the address may ask for, a list's is its endpoint's. */
export function screen<const Path extends string, Q extends Query | undefined = undefined>(
  path: Path,
  shown: Shown,
  { query, ...more }: { query?: Q | undefined; offered?: Access; demo?: true } = {},
): Screen<Path, Q> {
  const fields = query && Object.entries(query.shape).filter(([name]) => name !== "After");
  return {
    path,
    ...rightOf(shown),
    ...more,
    ...(fields && { search: Object.fromEntries(fields.map(([name, schema]) => [name, fieldOf(schema)])) }),
  };
}

function fieldOf(schema: z.core.$ZodType): SearchField {
  const { def } = schema._zod as z.core.$ZodTypes["_zod"];
  switch (def.type) {
    case "optional":
      return fieldOf(def.innerType);
    case "default":
      return { ...fieldOf(def.innerType), usual: String(def.defaultValue) };
    case "enum":
      return { oneOf: Object.values(def.entries).map(String) };
    case "string": {
      const checks = (def.checks ?? []).map((check) => check._zod.def as { check: string; maximum?: number });
      const longest = checks.find(({ check }) => check === "max_length")?.maximum;
      return "format" in def && def.format === "guid" ? { isId: true } : longest ? { longest } : {};
    }
    default:
      throw new TypeError(`An address cannot ask for a ${def.type}`);
  }
}
