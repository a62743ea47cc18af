type Left = { value: string; reads: number };
const place = (name: string) => `handOff.${name}`;

/** Leaves a value for another page of this tab: it is read so many times, then it is gone (SHELL-46). */
export const handOff = (name: string, value: string, reads = 1): void =>
  sessionStorage.setItem(place(name), JSON.stringify({ value, reads } satisfies Left));

/** What another page left under a name, which counts as one reading of it; undefined where nothing is left. */
export function takeOver(name: string): string | undefined {
  const left = JSON.parse(sessionStorage.getItem(place(name)) ?? "null") as Left | null;
  if (!left) return undefined;
  if (left.reads > 1) handOff(name, left.value, left.reads - 1);
  else sessionStorage.removeItem(place(name));
  return left.value;
}
