/** The shape of a screen: plain data read by the server, the portal and the checks. */
import type { Access } from "@tradewind/domain/values/permissions.ts";
import type * as z from "zod/mini";

type Query = z.ZodMiniObject;

/** One search field of an address: one of several words, an id, or a text. */
export type SearchField = {
  readonly oneOf?: readonly string[];
  readonly isId?: true;
  readonly longest?: number;
  /** Default value, left out of addresses. */
  readonly usual?: string;
};

export type Screen<Path extends string = string, Q extends Query | undefined = Query | undefined> = {
  /** `$name` stands for one segment. */
  readonly path: Path;
  /** Who may open it. */
  readonly access: Access;
  /** Who is offered it in menus and quick links, if not everybody who may open it. */
  readonly offered?: Access;
  /** Feature flag that must be on. */
  readonly flag?: string;
  /** Only in the demo. */
  readonly demo?: true;
  /** Search fields of its address, by their wire names. */
  readonly search?: Readonly<Record<string, SearchField>>;
  /** Never set at run time: carries the type of the search fields. */
  readonly asks?: Q;
};

/** What a screen shows: an endpoint, whose right it takes over, or just a right. */
type Shown = { readonly access: Access; readonly flag?: string };

export const rightOf = ({ access, flag }: Shown): Shown => ({ access, ...(flag && { flag }) });

/** Defines a screen at an address. `query` lists its search fields; a list screen takes them from its endpoint. */
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
