import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** Selects the newest version of each agreement with this reseller's signature, if any. */
const current = (db: Db, resellerId: string) =>
  db
    .selectFrom("agreements as a")
    .leftJoin("agreement_signatures as s", (join) =>
      join
        .on("s.reseller_id", "=", resellerId)
        .onRef("s.agreement_id", "=", "a.id")
        .onRef("s.version", "=", "a.version"),
    )
    .where("a.version", "=", (inner) =>
      inner
        .selectFrom("agreements as newest")
        .whereRef("newest.id", "=", "a.id")
        .select((max) => max.fn.max("newest.version").as("version")),
    )
    .select([
      "a.id",
      "a.version",
      "a.title",
      "a.summary",
      "a.service_ids",
      "a.text_hash",
      "s.id as signature_id",
      "s.signer_name",
      "s.job_title",
      "s.signed_at",
      "s.document_id",
    ]);

export const listAgreements = (db: Db, resellerId: string) => current(db, resellerId).orderBy("a.title").execute();
export type AgreementRow = Awaited<ReturnType<typeof listAgreements>>[number];

export const findAgreement = (db: Db, resellerId: string, agreementId: string) =>
  current(db, resellerId).where("a.id", "=", agreementId).select("a.sections").executeTakeFirst();

/** Finds the agreement that covers a number of the agreement scheme. */
export const findAgreementOfService = (db: Db, resellerId: string, serviceId: number) =>
  current(db, resellerId)
    .where(sql<boolean>`${serviceId} = any(a.service_ids)`)
    .executeTakeFirst();

export const listAgreementsOfServices = (db: Db, resellerId: string, serviceIds: readonly number[]) =>
  current(db, resellerId)
    .where(sql<boolean>`a.service_ids && ${[...serviceIds]}::int[]`)
    .orderBy("a.title")
    .execute();

/** Tells whether the reseller still has to sign the newest version of the marketplace's own terms. */
export const isGeneralUnsigned = async (db: Db, resellerId: string): Promise<boolean> =>
  (await findAgreement(db, resellerId, "general"))?.signed_at === null;

/**
 * Lists a product's agreements whose newest version the reseller has not signed; if empty, the product may be ordered.
 */
export async function unsignedAgreements(
  db: Db,
  resellerId: string,
  productId: string,
): Promise<{ productId: string; agreementId: string }[]> {
  const rows = await db
    .selectFrom("products as p")
    .innerJoin("agreements as a", "a.id", "p.agreement_id")
    .leftJoin("agreement_signatures as s", (join) =>
      join
        .on("s.reseller_id", "=", resellerId)
        .onRef("s.agreement_id", "=", "a.id")
        .onRef("s.version", "=", "a.version"),
    )
    .where("p.id", "=", productId)
    .orderBy("a.version", "desc")
    .limit(1)
    .select(["a.id as agreementId", "s.id as signatureId"])
    .execute();
  return rows.flatMap(({ agreementId, signatureId }) => (signatureId === null ? { productId, agreementId } : []));
}

export async function insertSignatureImage(
  tx: Tx,
  image: { reseller_id: string; membership_id: string; png: Buffer; created_at: Date },
): Promise<string> {
  const row = await tx.insertInto("signature_images").values(image).returning("id").executeTakeFirstOrThrow();
  return row.id;
}

/** Finds a drawn signature, only for the person who sent it. */
export const findSignatureImage = (db: Db, resellerId: string, membershipId: string, id: string) =>
  db
    .selectFrom("signature_images")
    .where("reseller_id", "=", resellerId)
    .where("membership_id", "=", membershipId)
    .where("id", "=", id)
    .select(["id", "png"])
    .executeTakeFirst();

export type NewSignature = {
  reseller_id: string;
  agreement_id: string;
  version: number;
  text_hash: string;
  membership_id: string;
  signer_name: string;
  job_title: string;
  signature_image_id: string | null;
  signed_at: Date;
  ip: string;
  document_id: string;
};
export async function insertSignature(tx: Tx, signature: NewSignature): Promise<void> {
  await tx.insertInto("agreement_signatures").values(signature).execute();
}

export async function insertDocument(
  tx: Tx,
  document: {
    reseller_id: string;
    kind: "agreement";
    name: string;
    media_type: string;
    bytes: Buffer;
    sha256: string;
    created_at: Date;
  },
): Promise<string> {
  const row = await tx.insertInto("documents").values(document).returning("id").executeTakeFirstOrThrow();
  return row.id;
}

export const findDocument = (db: Db, resellerId: string, id: string) =>
  db
    .selectFrom("documents")
    .where("reseller_id", "=", resellerId)
    .where("id", "=", id)
    .select(["bytes", "name", "media_type", "sha256"])
    .executeTakeFirst();

export const findReseller = (db: Db, resellerId: string) =>
  db
    .selectFrom("resellers")
    .where("id", "=", resellerId)
    .select([
      "name",
      "address1",
      "address2",
      "town_city",
      "county",
      "post_code",
      "country",
      "company_number",
      "vat_number",
    ])
    .executeTakeFirstOrThrow();
