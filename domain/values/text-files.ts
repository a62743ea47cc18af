const decoded = (encoding: string, bytes: Uint8Array) => new TextDecoder(encoding).decode(bytes);

/**
 * Reads a text file as spreadsheets and older systems save it: in UTF-8 or UTF-16, with or without the mark that says
 * so, or in Windows-1252.
 */
export function readText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decoded("utf-16le", bytes);
  if (first === 0xfe && second === 0xff) return decoded("utf-16be", bytes);
  // Without a mark, the titles of columns tell: each of their letters is one byte beside an empty one.
  if (second === 0) return decoded("utf-16le", bytes);
  if (first === 0) return decoded("utf-16be", bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return decoded("windows-1252", bytes);
  }
}
