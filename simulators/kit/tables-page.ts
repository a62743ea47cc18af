/** A page on which somebody can look at what a system holds. */
import { escaped } from "./page.ts";
import type { SimReply } from "./vendor.ts";

const shown = (value: unknown): string =>
  value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);

/** Shows at most a hundred rows, with every field that one of them has. */
export function tableOf(title: string, rows: readonly Record<string, unknown>[]): string {
  const fields = [...new Set(rows.slice(0, 100).flatMap((row) => Object.keys(row)))];
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join("")}</tr>`;
  return `<h2>${escaped(title)} (${rows.length})</h2><table>${line(fields, "th")}${rows
    .slice(0, 100)
    .map((row) =>
      line(
        fields.map((field) => shown(row[field])),
        "td",
      ),
    )
    .join("")}</table>`;
}

export const page = (title: string, parts: readonly string[]): SimReply => ({
  status: 200,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
  },
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title><style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; color: #1a1f36; } table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { text-align: left; padding: 0.25rem 0.75rem; border-bottom: 1px solid #d8dce6; }
</style></head><body><main><h1>${escaped(title)}</h1>${parts.join("")}</main></body></html>`,
});
