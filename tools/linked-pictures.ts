import fs from "node:fs";
import path from "node:path";

/** A Markdown file: its path from the project's folder with `/`, and its text. */
export type Document = { path: string; text: string };

/** Reads the README and every document below docs. */
export const readDocuments = (root: string): Document[] =>
  ["README.md", ...fs.readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" }).map(inDocs)]
    .filter((place) => place.endsWith(".md"))
    .map((place) => ({ path: place, text: fs.readFileSync(path.join(root, place), "utf8") }));

const inDocs = (place: string) => `docs/${place.replaceAll(path.sep, "/")}`;

/** Lists the pictures that documents link to, as paths from the project's folder. */
export const linkedPictures = (documents: readonly Document[]) =>
  documents.flatMap((document) =>
    [...document.text.matchAll(/\]\((?!https?:)([^()\s]+\.png)\)/g)].map(([, link]) => ({
      document: document.path,
      picture: path.posix.join(path.posix.dirname(document.path), link!),
    })),
  );
