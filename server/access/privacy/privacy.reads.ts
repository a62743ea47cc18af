import { Readable } from "node:stream";
import type { ErasurePreview } from "@tradewind/contract/access/privacy.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../platform/database.ts";
import type { Db } from "../../platform/db.ts";
import { isLastManager, listParts, readPart, type Part } from "./privacy.store.ts";

const operator = { role: "app_operator" } as const;
/** Rows read by one statement: files are among them. */
const slice = 20;

/** Streams everything that is held about a person as JSON, as fast as it is read. */
export const dataOf = (database: Database, personId: string, now: Date): Readable =>
  Readable.from(piecesOf(database, personId, now), { highWaterMark: 1 });

async function* piecesOf(database: Database, personId: string, now: Date) {
  const parts = await database.read(operator, (db) => listParts(db, personId));
  yield `{"Person":"${personId}","Made":"${now.toISOString()}","Parts":[`;
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
