type Left = { value: string; reads: number };
const place = (name: string) => `handOff.${name}`;

/** Leaves a value for another page of this tab; it can be read `reads` times (SHELL-46). */
export const handOff = (name: string, value: string, reads = 1): void =>
  sessionStorage.setItem(place(name), JSON.stringify({ value, reads } satisfies Left));

/** Reads a value that another page left under a name, using up one read; undefined if there is none. */
export function takeOver(name: string): string | undefined {
  const left = JSON.parse(sessionStorage.getItem(place(name)) ?? "null") as Left | null;
  if (!left) return undefined;
  if (left.reads > 1) handOff(name, left.value, left.reads - 1);
  else sessionStorage.removeItem(place(name));
  return left.value;
}
