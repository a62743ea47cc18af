import { createHash } from "node:crypto";
import { session } from "@tradewind/contract/access/session.ts";
import { agreementGate } from "@tradewind/contract/catalogue/agreement-gate.ts";
import { agreements } from "@tradewind/contract/catalogue/agreements.ts";
import { expect, test } from "vitest";
import { drawing, pixelsOf } from "../../test/pictures.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { unsignedAgreements } from "./agreements.store.ts";

const { call, signIn, sql, platform } = await testApp();
const id = "microsoft-365";

const bodyOf = async (person: Person, changes: Record<string, unknown> = {}) => {
  const { Result } = await call(person, agreements.byId, { params: { agreementId: id } });
  return {
    Version: Result!.Version,
    TextHash: Result!.TextHash,
    ReadToEnd: true as const,
    Name: "Siobhán Ní Bhriain",
    JobTitle: "Managing director",
    ...changes,
  };
};
const check = async (person: Person, serviceId = 8) =>
  (await call(person, agreementGate.checkSigned, { params: { serviceId: serviceId } })).Result;

test("AGR-01 AGR-21 a service is unsigned until its agreement is signed, then says by whom and when", async () => {
  const person = await signIn();
  expect(await check(person)).toMatchObject({ signed: false, agreementId: id, signedBy: null });
  const signed = await call(person, agreements.sign, { params: { agreementId: id }, body: await bodyOf(person) });
  expect(signed).toMatchObject({ status: 200, Result: { Signed: true, SignedBy: "Siobhán Ní Bhriain" } });
  expect(await check(person)).toMatchObject({
    signed: true,
    agreementId: id,
    signedBy: "Siobhán Ní Bhriain",
    signedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
  const again = await call(person, agreements.sign, { params: { agreementId: id }, body: await bodyOf(person) });
  expect(again).toMatchObject({ status: 409, Error: "agreementAlreadySigned" });
});

test.each(["Marcel·lí Puig", "Jean‐Luc “Jo” O’Brien", "王小明", "می\u200Cخواهم"])(
  "%s signs under the name that people write",
  async (Name) => {
    const person = await signIn();
    const body = await bodyOf(person, { Name, JobTitle: "Director: sales" });
    expect(await call(person, agreements.sign, { params: { agreementId: id }, body })).toMatchObject({
      status: 200,
      Result: { SignedBy: Name },
    });
  },
);

test("AGR-07 Azure under Microsoft 365 has an agreement of its own, under number 20", async () => {
  const person = await signIn();
  expect(await check(person, 20)).toMatchObject({ signed: false, agreementId: "azure" });
  const linked = await call(person, agreementGate.linked, { query: { ServiceId: 8, SubId: 6 } });
  expect(linked.Result!.Items.map((item) => item.AgreementId)).toEqual(["azure"]);
});

test("AGR-08 the gate of an order names the agreement until it is signed", async () => {
  const person = await signIn();
  const unsigned = () =>
    platform.database.read({ role: "app_tenant", resellerId: person.resellerId }, (db) =>
      unsignedAgreements(db, person.resellerId, "microsoft-365"),
    );
  expect(await unsigned()).toEqual([{ productId: "microsoft-365", agreementId: id }]);
  await call(person, agreements.sign, { params: { agreementId: id }, body: await bodyOf(person) });
  expect(await unsigned()).toEqual([]);
});

test("AGR-13 only who may agree can sign or send a signature", async () => {
  const person = await signIn({ kind: "engineer", canAgree: false });
  expect((await call(person, agreements.canAgree)).Result).toEqual({ CanAgree: false });
  const refused = await call(person, agreements.sign, { params: { agreementId: id }, body: await bodyOf(person) });
  expect(refused).toMatchObject({ status: 409, Error: "noPermissionToAgree" });
  expect(await call(person, agreements.storeSignature, { body: { Image: drawing() } })).toMatchObject({
    status: 409,
    Error: "noPermissionToAgree",
  });
  expect(await check(person)).toMatchObject({ signed: false });
  const owner = await signIn();
  expect((await call(owner, agreements.canAgree)).Result).toEqual({ CanAgree: true });
});

test("AGR-14 AGR-15 lists, single agreements and several by service ids answer", async () => {
  const person = await signIn();
  const list = (await call(person, agreements.list)).Result!.Items;
  expect(list.map((item) => item.AgreementId).toSorted()).toEqual(["acronis", "azure", "general", "hardware", id]);
  const info = (await call(person, agreements.info, { params: { agreementId: "hardware" } })).Result;
  expect(info).toMatchObject({ Title: "Hardware terms of sale", Signed: false });
  const unknown = await call(person, agreements.byId, { params: { agreementId: "no-such" } });
  expect(unknown).toMatchObject({ status: 404, Error: "notFound" });

  await call(person, agreements.sign, { params: { agreementId: id }, body: await bodyOf(person) });
  const of = async (IncludeSigned: boolean) =>
    (await call(person, agreements.ofServices, { body: { ServiceIds: [8, 9], IncludeSigned } })).Result!.Items.map(
      (item) => item.AgreementId,
    );
  expect(await of(false)).toEqual(["acronis"]);
  expect((await of(true)).toSorted()).toEqual(["acronis", id]);
});

test("AGR-16 linked agreements answer with and without an office id", async () => {
  const person = await signIn();
  const plain = await call(person, agreementGate.linked, { query: { ServiceId: 8, SubId: 1 } });
  const withId = await call(person, agreementGate.linked, { query: { ServiceId: 8, SubId: 1, OfficeId: "acme" } });
  expect(plain.Result!.Items.map((item) => item.AgreementId)).toEqual([id]);
  expect(withId.Result).toEqual(plain.Result);
});

test("AGR-17 AGR-20 the signed document with the drawn signature is kept and downloaded byte for byte", async () => {
  const person = await signIn();
  const copy = await call(person, agreements.download, { params: { agreementId: id } });
  const stored = await call(person, agreements.storeSignature, { body: { Image: drawing() } });
  const body = await bodyOf(person, { SignatureImageId: stored.Result!.SignatureImageId });
  await call(person, agreements.sign, { params: { agreementId: id }, body });
  const [kept] = await sql<{ bytes: Buffer; sha256: string; ip: string; png: Buffer; text_hash: string }>(
    `select d.bytes, d.sha256, s.ip, i.png, s.text_hash from agreement_signatures s
     join documents d on d.reseller_id = s.reseller_id and d.id = s.document_id
     join signature_images i on i.reseller_id = s.reseller_id and i.id = s.signature_image_id where s.reseller_id = $1`,
    [person.resellerId],
  );
  expect(await pixelsOf(kept!.png)).toEqual(await pixelsOf(Buffer.from(drawing().split(",")[1]!, "base64")));
  expect(kept!.ip).toBe("127.0.0.1");
  expect(kept!.sha256).toBe(createHash("sha256").update(kept!.bytes).digest("hex"));
  expect(kept!.bytes.toString("latin1")).toContain("/Subtype /Image");
  expect(copy.text).not.toContain("/Subtype /Image");

  const file = await call(person, agreements.download, { params: { agreementId: id } });
  expect(file.headers["content-type"]).toBe("application/pdf");
  expect(file.headers["content-disposition"]).toBe('attachment; filename="agreementdocument.pdf"');
  expect(Number(file.headers["content-length"])).toBe(kept!.bytes.length);
});

test("AGR-18 ACL-31 ACL-32 a reseller must sign the marketplace terms, as its session says, and then no more", async () => {
  const person = await signIn();
  expect((await call(person, session.current)).Result!.MustSignNow).toBe(true);
  expect((await call(person, agreementGate.validity)).Result).toEqual({ MustSignNow: true, AgreementId: "general" });
  const { Result } = await call(person, agreements.byId, { params: { agreementId: "general" } });
  const body = { ...(await bodyOf(person)), Version: Result!.Version, TextHash: Result!.TextHash };
  await call(person, agreements.sign, { params: { agreementId: "general" }, body });
  expect((await call(person, agreementGate.validity)).Result).toEqual({ MustSignNow: false, AgreementId: null });
  expect((await call(person, session.current)).Result!.MustSignNow).toBe(false);
  const engineer = await signIn({ kind: "engineer" });
  expect((await call(engineer, session.current)).Result!.MustSignNow).toBe(false);
  expect((await call(engineer, agreementGate.validity)).Result).toMatchObject({ MustSignNow: false });
});

test("AGR-19 several services are checked at once", async () => {
  const person = await signIn();
  const { Result } = await call(person, agreementGate.checkSeveral, { body: { ServiceIds: [8, 20] } });
  expect(Result!.multipleAgreementDetails).toMatchObject([
    { serviceId: 8, signed: false, agreementId: id },
    { serviceId: 20, signed: false, agreementId: "azure" },
  ]);
});

test("AGR-22 inline agreements come with their text, several or one, for a group or not", async () => {
  const person = await signIn();
  const several = await call(person, agreementGate.inline, { body: { ServiceIds: [8, 15] } });
  expect(several.Result!.Items.map((item) => item.Sections.length > 2)).toEqual([true, true]);
  const one = await call(person, agreementGate.inlineOne, { params: { serviceId: 9 } });
  const grouped = await call(person, agreementGate.inlineOne, {
    params: { serviceId: 9 },
    query: { GroupId: "01980000-0000-7000-8000-000000000001" },
  });
  expect(one.Result!.AgreementId).toBe("acronis");
  expect(grouped.Result).toEqual(one.Result);
});

test("another text than the one read, an unread one and a stranger's drawing are refused", async () => {
  const person = await signIn();
  const sign = async (changes: Record<string, unknown>) =>
    call(person, agreements.sign, { params: { agreementId: id }, body: await bodyOf(person, changes) });
  expect(await sign({ TextHash: "0".repeat(64) })).toMatchObject({ status: 409, Error: "agreementTextChanged" });
  expect(await sign({ ReadToEnd: false })).toMatchObject({
    status: 400,
    Errors: { ReadToEnd: "Read the agreement to its end before you sign" },
  });
  expect(await sign({ Name: " " })).toMatchObject({ status: 400, Errors: { Name: "Name is required" } });
  const colleague = await signIn({ resellerId: person.resellerId });
  const theirs = await call(colleague, agreements.storeSignature, { body: { Image: drawing() } });
  expect(await sign({ SignatureImageId: theirs.Result!.SignatureImageId })).toMatchObject({ status: 404 });
  expect(await check(person)).toMatchObject({ signed: false });
});

test("a drawing that no document can carry is refused", async () => {
  const person = await signIn();
  const send = (Image: string) => call(person, agreements.storeSignature, { body: { Image } });
  const blank = Buffer.alloc(20 * 241);
  for (const image of [
    drawing({ truncated: true }),
    drawing({ width: 61 }),
    drawing({ pixels: blank }),
    drawing({ pixels: Buffer.alloc(20 * 241, 9) }),
    drawing({ pixels: Buffer.alloc(50_000_000) }),
    "data:image/png;base64,AAAA",
  ])
    expect(await send(image)).toMatchObject({ status: 422, Error: "signatureImageInvalid" });
  expect(await send("data:image/svg+xml;base64,AAAA")).toMatchObject({ status: 400 });
});

test("an end-user admin passes the gate and reads none of the reseller's agreements", async () => {
  const owner = await signIn();
  const [customer] = await sql<{ id: string }>(
    "insert into customers (reseller_id, name, created_at) values ($1, 'Acme', now()) returning id",
    [owner.resellerId],
  );
  const admin = await signIn({ kind: "endUserAdmin", resellerId: owner.resellerId, customerId: customer!.id });
  expect(await check(admin)).toMatchObject({ signed: false });
  expect(await call(admin, agreements.list)).toMatchObject({ status: 403, Error: "PermissionNotFound" });
  const stranger = await signIn();
  await call(owner, agreements.sign, { params: { agreementId: id }, body: await bodyOf(owner) });
  expect(await check(stranger)).toMatchObject({ signed: false });
});

test("AGR-01 a number that no agreement covers is not found, rather than signed", async () => {
  const person = await signIn();
  const checked = (serviceId: number) => call(person, agreementGate.checkSigned, { params: { serviceId } });
  expect(await checked(99_999)).toMatchObject({ status: 404, Result: null });
  expect(await checked(0)).toMatchObject({ status: 404 });
  const several = await call(person, agreementGate.checkSeveral, { body: { ServiceIds: [8, 99_999] } });
  expect(several).toMatchObject({ status: 404 });
});
