/** Reads a JSON object whose arrays may be larger than memory. */

/** A member of the object; of an array each of its items, one after the other. */
export type JsonMember = { name: string; value: unknown };

/** Longest value that is held at once; what is longer is none of ours. */
const longestValue = 1024 * 1024;

/** Reads the members of the object that a text is, as it arrives. Throws if the text ends before the object does. */
export async function* jsonMembers(text: AsyncIterable<string>): AsyncGenerator<JsonMember> {
  const scan = { name: "", depth: 0, isArray: false, inString: false, isEscaped: false, held: "" };
  let isOver = false;
  for await (const chunk of text) {
    let from = 0;
    /** Takes what stands before a mark as a value, if there is one. */
    const take = (at: number): unknown[] => {
      const value = (scan.held + chunk.slice(from, at)).trim();
      scan.held = "";
      from = at + 1;
      return value === "" ? [] : [JSON.parse(value)];
    };
    for (let at = 0; at < chunk.length; at++) {
      const mark = chunk[at]!;
      if (scan.inString) {
        if (scan.isEscaped) scan.isEscaped = false;
        else if (mark === "\\") scan.isEscaped = true;
        else if (mark === '"') scan.inString = false;
      } else if (mark === '"') scan.inString = true;
      else if (isOver) {
        if (mark.trim() !== "") throw new SyntaxError("There is more after the object");
      } else if (mark === "{" || mark === "[") {
        scan.depth++;
        if (scan.depth === 1) {
          if (mark === "[") throw new SyntaxError("The text is no object");
          from = at + 1;
        } else if (scan.depth === 2 && mark === "[") {
          scan.isArray = true;
          take(at);
        }
      } else if (mark === ":" && scan.depth === 1) scan.name = String(take(at)[0]);
      else if (mark === "," && (scan.depth === 1 || (scan.depth === 2 && scan.isArray)))
        for (const value of take(at)) yield { name: scan.name, value };
      else if (mark === "}" || mark === "]") {
        scan.depth--;
        if (scan.depth === 0 || (scan.depth === 1 && scan.isArray && mark === "]"))
          for (const value of take(at)) yield { name: scan.name, value };
        if (scan.depth === 1 && mark === "]") scan.isArray = false;
        isOver = scan.depth === 0;
      }
    }
    scan.held += chunk.slice(from);
    if (scan.held.length > longestValue) throw new SyntaxError("A value of the file has no end");
  }
  if (!isOver) throw new SyntaxError("The text ends before the object does");
}
