import type { Selectable } from "kysely";
import type { Tx } from "./db.ts";
import type { TicketFiles } from "./schema.gen.ts";

type NewFile = Pick<
  Selectable<TicketFiles>,
  "reseller_id" | "id" | "sent_by" | "name" | "media_type" | "bytes" | "scan"
>;

export const insertFile = (tx: Tx, file: NewFile) => tx.insertInto("ticket_files").values(file).execute();
