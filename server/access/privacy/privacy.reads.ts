import type { ErasurePreview } from "@tradewind/contract/access/privacy.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../platform/database.ts";
import type { Db } from "../../platform/db.ts";
import { ownBounds } from "../../platform/entries.ts";
import type { Call, FileAnswer } from "../../platform/http.ts";
import { findNamed, isLastManager, listParts, readPart, type Named, type Part } from "./privacy.store.ts";

const operator = { role: "app_operator" } as const;
/** Rows read by one statement: files are among them. */
const slice = 20;

/**
 * Streams everything that is held about a person as JSON, as fast as it is read. The log keeps the name of the file, which
 * therefore does not name the person: erasing them would not find it.
 */
export async function dataOf({ platform, actor, now }: Call, personId: string): Promise<FileAnswer> {
  const { database, exports } = platform;
  const person = await database.read({ role: "app_identity" }, (db) => findNamed(db, personId));
  return {
    file: () => exports.pieces(ownBounds(actor), piecesOf(database, person, now)),
    name: `Personal data ${now.toISOString().slice(0, 10)}.json`,
  };
}

async function* piecesOf(database: Database, { id: personId, name, userName }: Named, now: Date) {
  const parts = await database.read(operator, (db) => listParts(db, personId));
  const made = now.toISOString();
  const About = `Everything that this portal holds about ${name} (${userName}) on ${formatDateTime(made)}, in parts. Secrets such as passwords are not in it.`;
  const top = { About, Person: { Id: personId, Name: name, UserName: userName }, Made: made };
  yield `${JSON.stringify(top).slice(0, -1)},"Parts":[`;
  let between = "\n";
  for (const { position, title, source, held } of parts.filter((part) => part.given && part.held > 0)) {
    yield `${between}{"What":${JSON.stringify(title)},"Table":"${source}","Rows":[`;
    between = ",\n";
    for (let skipped = 0; skipped < held; skipped += slice) {
      const rows = await database.read(operator, (db) => readPart(db, personId, position, skipped, slice));
      yield rows.map((row, at) => `${skipped + at > 0 ? "," : ""}\n  ${JSON.stringify(row)}`).join("");
    }
    yield "\n]}";
  }
  yield "\n]}\n";
}

/** Says what erasing a person would do, and why it is refused if it is. */
export async function previewOf(db: Db, personId: string, refusal: AppError | undefined): Promise<ErasurePreview> {
  const parts = (await listParts(db, personId)).filter(({ held }) => held > 0);
  const last = refusal ?? ((await isLastManager(db, personId)) ? new AppError("lastAdministrator") : undefined);
  const of = (fate: Part["fate"]) => parts.filter((part) => part.fate === fate);
  const counted = ({ title, held }: Part) => ({ What: title, Count: held });
  return {
    Deleted: of("deleted").map(counted),
    Unnamed: of("changed").map(counted),
    Kept: of("kept").map((part) => ({ ...counted(part), Why: part.reason ?? "" })),
    Refused: last?.message ?? null,
  };
}
