import { walk, type Node, type Source } from "./syntax.ts";

const code =
  /^(?:ArrowFunctionExpression|Function\w*|Class\w*|(?:For|While|DoWhile|If|Switch|Try|Throw|Return|Expression)\w*Statement|AwaitExpression|NewExpression)$/;

/** Checks that a file holds only values and types: the only calls in it are those that build a value. */
export function isData(file: Source): boolean {
  if (/\.gen\.tsx?$/.test(file.path)) return true;
  let data = true;
  walk(file.program, (node: Node) => {
    if (code.test(node.type)) data = false;
  });
  return data;
}
