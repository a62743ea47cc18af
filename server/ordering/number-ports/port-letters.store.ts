import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";
import type { Port } from "./number-ports.store.ts";

export const insertLetter = (
  tx: Tx,
  { reseller_id, id, customer_id, product_id }: Port,
  letter: { file_id: string; who: string; at: Date },
) =>
  tx
    .insertInto("number_port_letters")
    .values({ reseller_id, port_id: id, customer_id, product_id, ...letter })
    .execute();

/** Removes the letter of a port with its file, if there is one. */
export const deleteLetter = (tx: Tx, { reseller_id, id }: Port) =>
  sql`
    with gone as (
      delete from number_port_letters where reseller_id = ${reseller_id} and port_id = ${id} returning reseller_id, file_id)
    delete from ticket_files f using gone where f.reseller_id = gone.reseller_id and f.id = gone.file_id`.execute(tx);

const lettersOf = (db: Db, portId: string) =>
  db
    .selectFrom("number_port_letters as l")
    .innerJoin("ticket_files as f", (join) =>
      join.onRef("f.reseller_id", "=", "l.reseller_id").onRef("f.id", "=", "l.file_id"),
    )
    .where("l.port_id", "=", portId)
    .select(["f.name", "f.bytes", "f.scan"]);

/** Finds the signed letter of a port of the caller's. */
export const findLetter = (db: Db, scope: Scope, portId: string) =>
  lettersOf(db, portId)
    .where("l.reseller_id", "=", scope.resellerId)
    .where(ofOwnCustomer(scope, "l.customer_id"))
    .where(ofOwnProduct(scope, "l.product_id"))
    .executeTakeFirst();

export const findAnyLetter = (db: Db, portId: string) =>
  lettersOf(db, portId)
    .innerJoin("number_ports as p", (join) =>
      join.onRef("p.reseller_id", "=", "l.reseller_id").onRef("p.id", "=", "l.port_id"),
    )
    .where("p.id", "=", portId)
    .executeTakeFirst();
