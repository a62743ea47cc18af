import { walk, type Node, type Source } from "./syntax.ts";

const code =
  /^(?:ArrowFunctionExpression|Function\w*|Class\w*|(?:For|While|DoWhile|If|Switch|Try|Throw|Return|Expression)\w*Statement|AwaitExpression|NewExpression)$/;

/** Whether a file holds values and types only: nothing in it runs but calls that put a value together. */
export function isData(file: Source): boolean {
  if (/\.gen\.tsx?$/.test(file.path)) return true;
  let data = true;
  walk(file.program, (node: Node) => {
    if (code.test(node.type)) data = false;
  });
  return data;
}
