import fs from "node:fs";
import path from "node:path";

/** A file of the project: its path relative to the project's folder, with `/`, and its text. */
export type SourceFile = { path: string; text: string };

export const workspaces = ["domain", "contract", "vendors", "server", "web", "simulators", "e2e", "bench", "tools"];

const skipped = new Set(["node_modules", "dist", ".cache", ".data", "test-results", "playwright-report"]);

/** Reads every TypeScript and JavaScript file of the workspaces and of the root folder itself. */
export const readSources = (root: string): SourceFile[] => readFiles(root, isSource);

/** Reads the files of the workspaces and of the root folder itself whose names match. */
export function readFiles(root: string, isWanted: (name: string) => boolean): SourceFile[] {
  const found: string[] = fs.readdirSync(root).filter((name) => isWanted(name));
  const look = (folder: string) => {
    for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const place = `${folder}/${entry.name}`;
      if (entry.isDirectory() && !skipped.has(entry.name)) look(place);
      else if (entry.isFile() && isWanted(entry.name)) found.push(place);
    }
  };
  for (const workspace of workspaces) if (fs.existsSync(path.join(root, workspace))) look(workspace);
  return found.toSorted().map((place) => ({ path: place, text: fs.readFileSync(path.join(root, place), "utf8") }));
}

/** Reads the README and every document below docs. */
export const readDocuments = (root: string): SourceFile[] =>
  ["README.md", ...fs.readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" }).map(inDocs)]
    .filter((place) => place.endsWith(".md"))
    .map((place) => ({ path: place, text: fs.readFileSync(path.join(root, place), "utf8") }));

const inDocs = (place: string) => `docs/${place.replaceAll(path.sep, "/")}`;
const isSource = (name: string) => /\.(tsx?|mjs)$/.test(name);
export const isTest = (place: string) =>
  /\.test\.tsx?$/.test(place) || /^e2e\//.test(place) || /^(server|web)\/test\//.test(place);
export const isConfig = (place: string) =>
  /\.config\.ts$/.test(place) || /(^|\/)(global-setup|evidence-reporter)\.ts$/.test(place);
/** A broken rule: where, and what to do instead. */
export type Fault = { place: string; instead: string };
