import type { ApiDescription, Operation } from "./openapi.ts";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const text = (value: string) => value.replace(/[&<>"]/g, (sign) => escapes[sign]!);
const block = (value: unknown) => `<pre tabindex="0">${text(JSON.stringify(value, null, 2))}</pre>`;

/** Renders the description as one page without scripts, with every call open to the browser's own search. */
export function docsPage(api: ApiDescription): string {
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const byFeature = Map.groupBy(calls, ({ operation }) => operation.tags[0]!);
  const contents = [...byFeature].map(
    ([feature, own]) => `<li><a href="#${feature}">${title(feature)}</a> <span>${own.length}</span></li>`,
  );
  const sections = [...byFeature].map(
    ([feature, own]) => `<section id="${feature}"><h2>${title(feature)}</h2>${own.map(callOf).join("")}</section>`,
  );
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Tradewind API</title><link rel="stylesheet" href="/api/docs/style.css"></head><body>
<header><h1>Tradewind API</h1><p>${text(api.info.description)}</p>
<p><a href="/api/openapi.json">OpenAPI ${api.openapi} as JSON</a></p></header>
<nav aria-label="Features"><ul>${contents.join("")}</ul></nav><main>${sections.join("")}</main></body></html>`;
}

const title = (feature: string) => text(feature.charAt(0).toUpperCase() + feature.slice(1));

function callOf({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const body = Object.entries(operation.requestBody?.content ?? {});
  const answer = Object.entries(operation.responses["200"]?.content ?? {});
  const refusals = Object.entries(operation.responses).filter(([status]) => status !== "200");
  return `<article id="${text(operation.operationId)}"><h3><b>${method}</b> <code>${text(path)}</code></h3>
<p>${text(operation.summary)}. ${text(operation.description)}</p>${parametersOf(operation)}
${body.map(([type, { schema }]) => `<h4>Body, ${text(type)}</h4>${block(schema)}`).join("")}
${answer.map(([type, { schema }]) => `<h4>Answer, ${text(type)}</h4>${block(resultOf(schema))}`).join("")}
<h4>Refusals</h4><dl>${refusals.map(([status, { description }]) => refusalOf(status, description)).join("")}</dl></article>`;
}

function parametersOf({ parameters }: Operation): string {
  if (parameters.length === 0) return "";
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><th scope="row"><code>${text(name)}</code></th><td>${place}</td><td>${required ? "required" : "optional"}</td><td><code>${text(JSON.stringify(schema))}</code></td></tr>`,
  );
  return `<table><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Needed</th><th scope="col">Schema</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

/** Unwraps the result from the response envelope, which is the same everywhere. */
const resultOf = (schema: Record<string, unknown>) =>
  (schema["properties"] as Record<string, unknown> | undefined)?.["Result"] ?? schema;

const refusalOf = (status: string, description: string) =>
  `<dt>${status}</dt>${description
    .split("\n")
    .map((line) => `<dd>${text(line)}</dd>`)
    .join("")}`;

export const docsStyle = `:root{color-scheme:light dark}body{margin:0 auto;max-width:72rem;padding:2rem 1rem;font:16px/1.5 system-ui,sans-serif}
nav ul{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;list-style:none;padding:0}nav span{opacity:.75}
article{border-top:1px solid #8886;padding:1rem 0}h3{font-size:1.05rem;margin:.25rem 0;overflow-wrap:anywhere}h3 b{display:inline-block;min-width:4.5rem}
h4{margin:1rem 0 .25rem;font-size:.95rem}pre{max-height:24rem;overflow:auto;padding:.75rem;border:1px solid #8886;border-radius:6px;font-size:.85rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}th,td{text-align:left;padding:.25rem .75rem .25rem 0;vertical-align:top;overflow-wrap:anywhere}dd{margin:0 0 0 2rem}`;
