/** Addresses of screens, built and parsed from the table of screens and never written out by hand. */
import type * as z from "zod/mini";
import type { Screen, SearchField } from "./screen.ts";

type Names<Path> = Path extends `${string}$${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | Names<`/${More}`>
    : Rest
  : never;
export type ParamsOf<S> = S extends Screen<infer Path, infer _> ? { readonly [Name in Names<Path>]: string } : never;

type Text = Readonly<Record<string, string | undefined>>;
type Loose<T> = { readonly [Name in keyof T]?: T[Name] | undefined };
/** Search fields of a screen, all optional. */
export type AskedOf<S> =
  S extends Screen<infer _, infer Q> ? (Q extends z.ZodMiniObject ? Loose<Omit<z.input<Q>, "After">> : Text) : never;
/** Search fields of a screen, with defaults filled in. */
export type SearchOf<S> =
  S extends Screen<infer _, infer Q> ? (Q extends z.ZodMiniObject ? Omit<z.output<Q>, "After"> : Text) : never;

type Given<S> = keyof ParamsOf<S> extends never
  ? [params?: Readonly<Record<string, never>>, search?: AskedOf<S>]
  : [params: ParamsOf<S>, search?: AskedOf<S>];

const small = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
/** `ProductId` becomes `product` in an address, `Status` becomes `status`. */
const nameOf = (field: string) => (field === "Id" ? "id" : small(field).replace(/Id$/, ""));

/** Returns a screen's path with its parameters and search; plus signs that join ids in one segment are kept. */
export function linkTo<S extends Screen>(screen: S, ...[params, search]: Given<S>): string {
  const given: Text = params ?? {};
  const path = screen.path.replace(/\$(\w+)/g, (_, name: string) =>
    encodeURIComponent(given[name] ?? "").replaceAll("%2B", "+"),
  );
  const asked = new URLSearchParams(writeSearch(screen, search ?? {})).toString();
  return asked ? `${path}?${asked}` : path;
}

/** Tells whether a screen's path, with its parameters filled in, is this one. */
export function isAt(path: string, pathname: string): boolean {
  const [wanted, given] = [path.split("/"), pathname.replace(/\/+$/, "").split("/")];
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => part === given[at] || (part.startsWith("$") && given[at] !== ""))
  );
}

/** Returns the search parameters of an address, leaving out defaults. */
export function writeSearch(screen: Screen, search: object): Record<string, string> {
  const said = Object.entries(search as Text).filter(
    ([name, value]) => value !== undefined && value !== "" && value !== screen.search?.[name]?.usual,
  );
  return Object.fromEntries(
    said.map(([name, value]) => {
      const field = screen.search?.[name];
      return field ? [nameOf(name), field.oneOf ? small(value!) : value!] : [name, value!];
    }),
  );
}

const someId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function readField({ oneOf, isId, longest, usual }: SearchField, text: string | undefined): string | undefined {
  if (text === undefined) return usual;
  if (oneOf) return oneOf.find((value) => value.toLowerCase() === text.toLowerCase()) ?? usual;
  if (isId && !someId.test(text)) return usual;
  return text.slice(0, longest) || usual;
}

/** Reads the search of an address; invalid values count as absent. */
export function readSearch<S extends Screen>(screen: S, search: Text): SearchOf<S> {
  const { search: fields } = screen;
  if (!fields) return search as SearchOf<S>;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = readField(field, search[nameOf(name)]);
      return value === undefined ? [] : [[name, value]];
    }),
  ) as SearchOf<S>;
}

/** Cleans the search parameters of an address: keeps unknown ones, drops invalid ones. */
export const validSearch = (screen: Screen, search: Text): Text =>
  screen.search
    ? {
        ...search,
        ...Object.fromEntries(Object.keys(screen.search).map((name) => [nameOf(name), undefined])),
        ...writeSearch(screen, readSearch(screen, search)),
      }
    : search;
