import type { Attribute } from "@tradewind/vendors/catalogue-data.ts";
import type { Db } from "../../platform/db.ts";
import { namesOfPeople } from "../assignments/assignments.store.ts";
import { askedOfLine } from "../journeys/line-attributes.reads.ts";

export const fieldsOf = (attributes: readonly Attribute[]) => askedOfLine(attributes).map(({ field }) => field);

/** What the people are called who are named in a history. */
export const namesIn = (db: Db, resellerId: string, history: readonly { kind: string; data: unknown }[]) =>
  namesOfPeople(
    db,
    history
      .filter(({ kind }) => kind === "peopleSet")
      .flatMap(({ data }) => Object.values(data as Record<string, string[]>).flat())
      .map((id) => ({ reseller_id: resellerId, id })),
  );
