import { linkedPictures, type Document } from "./linked-pictures.ts";
import type { Fault } from "./source-files.ts";

/**
 * Pictures as paths from the project's folder: `kept` are those in docs/screens, `taken` those that scenes can take.
 */
type Pictures = { documents: readonly Document[]; kept: readonly string[]; taken: readonly string[] };

/** Checks that every kept picture is linked, that every link leads to a picture, and that a scene takes it. */
export function checkPictures({ documents, kept, taken }: Pictures): Fault[] {
  const links = linkedPictures(documents);
  if (links.length === 0) return [{ place: "docs", instead: "No link to a picture was found: the check saw nothing." }];
  const linked = new Set(links.map(({ picture }) => picture));
  return [
    ...kept
      .filter((picture) => !linked.has(picture))
      .map((picture) => ({ place: picture, instead: "No document links to it: link it or delete it." })),
    ...links.flatMap(({ document, picture }) => {
      const scene = picture.slice(picture.lastIndexOf("/") + 1).replace(/-\d+(-dark)?\.png$/, "");
      if (!taken.includes(picture))
        return [{ place: document, instead: `${picture} is of no scene: add one to tools/scenes, or drop the link.` }];
      if (!kept.includes(picture))
        return [{ place: document, instead: `${picture} is missing: take it with npm run pictures ${scene}.` }];
      return [];
    }),
  ];
}
