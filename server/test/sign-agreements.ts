import type { Person, TestApp } from "./test-app.ts";

/**
 * Signs every agreement for the person's reseller, so that products can be ordered: with short documents, as drawing them
 * takes longer than all else of an order. Nobody hears of it.
 */
export async function signAgreements({ sql }: TestApp, { resellerId, membershipId }: Person): Promise<void> {
  await sql(
    `with newest as (select distinct on (id) id, version, title, text_hash from agreements order by id, version desc),
          clock as (select now() + offset_ms * interval '1 millisecond' as today from business_clock),
          kept as (insert into documents (reseller_id, kind, name, media_type, bytes, sha256, created_at)
                   select $1, 'agreement', title, 'application/pdf', 'Signed', encode(sha256('Signed'), 'hex'), today
                   from newest, clock returning id, name)
     insert into agreement_signatures (reseller_id, agreement_id, version, text_hash, membership_id, signer_name, job_title, signed_at, ip, document_id)
     select $1, newest.id, version, text_hash, $2, 'Robin Tester', 'Director', today, '127.0.0.1', kept.id
     from newest join kept on name = title cross join clock on conflict do nothing`,
    [resellerId, membershipId],
  );
}
