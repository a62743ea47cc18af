import { providerLinks } from "@tradewind/contract/access/provider-links.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer } from "../../platform/http.ts";
import { addDomain, removeDomain, removeLink, unlinkOwn } from "./provider-links.actions.ts";
import { hasPassword, listDomains, listLinks, listOwn, pageSize, searchCompanies } from "./provider-links.store.ts";

type Identity = Awaited<ReturnType<typeof listOwn>>[number];
const toIdentity = (row: Identity) => ({
  Id: row.id,
  Provider: row.provider,
  Issuer: row.issuer,
  Subject: row.subject,
  Linked: row.created_at.toISOString(),
});

/** Returns the id in a cursor of ours; any other text leads to the first page. */
const idOf = (cursor: string | undefined) => {
  const id = readCursor(cursor, ["id"])?.id;
  return id && /^[0-9a-f-]{36}$/i.test(id) ? id : undefined;
};

/** Provider links are read as the sign-in database role; the operator's role cannot see them. */
export const providerLinksRoutes = [
  answer(providerLinks.companies, async ({ db }, { query }) => {
    const rows = await searchCompanies(db, query.Search);
    return { Items: rows.map(({ id, name }) => ({ Id: id, Name: name })) };
  }),
  answer(providerLinks.domains, async ({ db }, { query }) => {
    const after = readCursor(query.After, ["domain"])?.domain;
    const rows = await listDomains(db, query.Search, after);
    const { page, next } = pageOf(rows, pageSize, ({ domain }) => ({ domain }));
    return {
      Items: page.map((row) => ({
        Domain: row.domain,
        CompanyName: row.company,
        Added: row.created_at.toISOString(),
      })),
      Next: next,
    };
  }),
  answer(providerLinks.addDomain, async (doing, { body }) => {
    await addDomain(doing, body.Domain, body.CompanyId);
    return { Domain: body.Domain };
  }),
  answer(providerLinks.removeDomain, async (doing, { params }) => {
    await removeDomain(doing, params.signInDomain);
    return {};
  }),
  answer(providerLinks.links, async ({ db }, { query }) => {
    const rows = await listLinks(db, query.Search, idOf(query.After));
    const { page, next } = pageOf(rows, pageSize, ({ id }) => ({ id }));
    return {
      Items: page.map((row) => ({
        ...toIdentity(row),
        Name: row.name,
        UserName: row.user_name,
        CompanyName: row.company,
      })),
      Next: next,
    };
  }),
  answer(providerLinks.removeLink, async (doing, { params }) => ({
    Ended: await removeLink(doing, params.linkId),
  })),
  answer(providerLinks.own, async ({ db, actor }) => ({
    Items: (await listOwn(db, actor.personId)).map(toIdentity),
    HasPassword: await hasPassword(db, actor.personId),
  })),
  answer(providerLinks.unlink, async (doing, { params }) => {
    await unlinkOwn(doing, params.linkId);
    return {};
  }),
];
