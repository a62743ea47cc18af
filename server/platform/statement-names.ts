/**
 * Names statements, so that each connection parses and plans them once. Send lists as `= any($1)` (see `anyOf`). Texts
 * beyond `most` stay unnamed: only inlined values can produce so many.
 */
export function statementNames(most: number): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= most) return known;
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  };
}
