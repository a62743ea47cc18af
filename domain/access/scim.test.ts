import { describe, expect, test } from "vitest";
import { applyPatch, isPlainName, readFilter, readPerson, ScimFault, type Provided } from "./scim.ts";

const ada: Provided = {
  userName: "ada@acme.example",
  externalId: "1",
  active: true,
  givenName: "Ada",
  familyName: "Moss",
  email: "ada@acme.example",
};
const patch = (...Operations: unknown[]) =>
  applyPatch(ada, { schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], Operations });

test.each([
  ["St.John", true],
  ["Ma.Theresa", true],
  ["Núria Sal·lari", true],
  ["නිමල්\u200D", true],
  ["نیم\u200Cفاصله", true],
  ["", true],
  ["Click https://evil.example", false],
  ["Evil.Example", false],
  ["Jo\u202Eelpmaxe", false],
  ["two\nlines", false],
  ["x".repeat(61), false],
])("%j is a name: %s", (name, isOne) => expect(isPlainName(name)).toBe(isOne));

describe("a filter", () => {
  test.each([
    ['userName eq "bjensen"', { attribute: "userName", value: "bjensen" }],
    ['USERNAME EQ "a \\"b\\" c"', { attribute: "userName", value: 'a "b" c' }],
    [
      'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"',
      { attribute: "externalId", value: "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef" },
    ],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "j"', { attribute: "userName", value: "j" }],
    ['emails[type eq "work"].value eq "ada@acme.example"', { attribute: "email", value: "ada@acme.example" }],
  ])("%s is read", (text, filter) => expect(readFilter(text)).toEqual(filter));

  test.each([
    'userName sw "J"',
    "title pr",
    'userName eq "a" and active eq true',
    'userName eq "a',
    "userName eq a",
    'password eq "x"',
    "",
  ])("%s is refused", (text) => expect(() => readFilter(text)).toThrow(ScimFault));
});

describe("a person sent whole", () => {
  test("as in RFC 7643, section 8.2", () => {
    const person = readPerson({
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      id: "2819c223-7f76-453a-919d-413861904646",
      externalId: "701984",
      userName: "bjensen@example.com",
      name: { formatted: "Ms. Barbara J Jensen, III", familyName: "Jensen", givenName: "Barbara", middleName: "Jane" },
      displayName: "Babs Jensen",
      emails: [
        { value: "babs@jensen.org", type: "home" },
        { value: "bjensen@example.com", type: "work", primary: true },
      ],
      active: true,
    });
    expect(person).toEqual({
      userName: "bjensen@example.com",
      externalId: "701984",
      active: true,
      givenName: "Barbara",
      familyName: "Jensen",
      email: "bjensen@example.com",
    });
  });

  test("with what Entra ID sends to create somebody", () => {
    const person = readPerson({
      schemas: [
        "urn:ietf:params:scim:schemas:core:2.0:User",
        "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User",
      ],
      externalId: "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
      userName: "Test_User_ab6490ee-1e48-479e-a20b-2d77186b5dd1",
      active: true,
      emails: [{ primary: true, type: "work", value: "Test_User_fd0ea19b@testuser.com" }],
      meta: { resourceType: "User" },
      name: { formatted: "givenName familyName", familyName: "familyName", givenName: "givenName" },
      roles: [],
    });
    expect(person).toMatchObject({ email: "Test_User_fd0ea19b@testuser.com", givenName: "givenName", active: true });
  });

  test("without addresses has its user name's", () =>
    expect(readPerson({ userName: "a@b.example" }).email).toBe("a@b.example"));
  test("says nothing by null, and takes no home address for the one at work", () => {
    const sent = { userName: "a@b.example", active: null, name: null, externalId: null };
    expect(readPerson({ ...sent, emails: null })).toMatchObject({ active: true, email: "a@b.example", givenName: "" });
    const home = [{ value: "home@x.example", type: "home", primary: true }];
    expect(readPerson({ ...sent, emails: home }).email).toBe("a@b.example");
    expect(readPerson({ ...sent, emails: home }, ada)).toEqual({ ...ada, userName: "a@b.example", externalId: null });
  });
  test("keeps what is there of a leaver in the place of what cannot be read", () => {
    const sent = { userName: "", externalId: 7, name: { givenName: 1, familyName: "King" }, emails: [{ value: 1 }] };
    expect(readPerson({ ...sent, active: false }, ada)).toEqual({ ...ada, active: false, familyName: "King" });
    expect(() => readPerson({ ...sent, active: true }, ada)).toThrow(ScimFault);
    expect(() => readPerson({ ...sent, active: false })).toThrow(ScimFault);
  });
  test.each([
    [],
    "x",
    {},
    { userName: null },
    { userName: 1 },
    { userName: " " },
    { userName: "a", active: "maybe" },
    { userName: "a".repeat(301) },
  ])("%j is refused", (body) => expect(() => readPerson(body)).toThrow(ScimFault));
});

describe("a PATCH", () => {
  test.each<[string, unknown[], Partial<Provided>]>([
    ["Entra ID's deactivation, with a text", [{ op: "Replace", path: "active", value: "False" }], { active: false }],
    ["Okta's deactivation, without a path", [{ op: "replace", value: { active: false } }], { active: false }],
    [
      "Entra ID's change of several attributes",
      [
        { op: "Replace", path: 'emails[type eq "work"].value', value: "updatedEmail@microsoft.com" },
        { op: "Replace", path: "name.familyName", value: "updatedFamilyName" },
      ],
      { email: "updatedEmail@microsoft.com", familyName: "updatedFamilyName" },
    ],
    [
      "Entra ID's dotted keys",
      [{ op: "Add", value: { "name.givenName": "Nora", externalId: "7" } }],
      { givenName: "Nora", externalId: "7" },
    ],
    [
      "RFC 7644's nested value",
      [{ op: "add", value: { emails: [{ value: "babs@jensen.org", type: "home" }], name: { givenName: "Babs" } } }],
      { givenName: "Babs" },
    ],
    [
      "a leaver's flag beside filters on what is not kept",
      [
        { op: "Replace", path: 'phoneNumbers[type eq "work"].value', value: "+44 20 7946 0000" },
        { op: "Add", path: 'addresses[type eq "work"].formatted', value: "1 High Street [rear], \n London" },
        { op: "Replace", path: 'roles[primary eq "True" and display eq "a]b"].value', value: "x" },
        { op: "Remove", path: 'ims[value eq "x"]' },
        { op: "Remove", path: "emails" },
        { op: "Replace", path: "active", value: "False" },
      ],
      { active: false },
    ],
    [
      "the same in keys, with the id",
      [{ op: "replace", value: { id: "1", 'phoneNumbers[type eq "mobile"].value': "1", active: false } }],
      { active: false },
    ],
    [
      "addresses for other things than work",
      [
        { op: "replace", path: 'emails[type eq "home"].value', value: "home@jensen.org" },
        { op: "replace", path: 'emails[type eq "work"].display', value: "Babs" },
        { op: "replace", value: { emails: [{ value: "other@jensen.org", type: "other", primary: true }] } },
      ],
      {},
    ],
    [
      "the work address among others",
      [
        {
          op: "replace",
          path: "emails",
          value: [
            { value: "h@x.example", type: "home" },
            { value: "w@x.example", type: "Work" },
          ],
        },
      ],
      { email: "w@x.example" },
    ],
    [
      "null, which takes away what one can be without",
      [
        { op: "replace", value: { externalId: null, userName: null, active: null, emails: null, title: null } },
        { op: "replace", path: "name.familyName", value: null },
        { op: "replace", path: "emails[primary eq true].value", value: null },
        { op: "replace", path: "emails", value: [{ type: "work", value: null }] },
      ],
      { externalId: null, familyName: "" },
    ],
    [
      "what is not kept",
      [
        { op: "Add", path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", value: "IT" },
        { op: "add", path: "title", value: "x" },
      ],
      {},
    ],
    ["a removal", [{ op: "Remove", path: "externalId" }], { externalId: null }],
  ])("%s", (_, operations, change) => expect(patch(...operations)).toEqual({ ...ada, ...change }));

  test.each<[string, unknown]>([
    ["no path to remove", { op: "remove" }],
    ["another operation", { op: "move", path: "active" }],
    ["a path with a script", { op: "replace", path: "__proto__[x].y z", value: 1 }],
    ["the id", { op: "replace", path: "id", value: "x" }],
    ["no user name", { op: "replace", path: "userName", value: "" }],
    ["the user name removed", { op: "remove", path: "userName" }],
    ["no flag", { op: "replace", path: "active", value: "no" }],
    ["no object", "x"],
  ])("is refused for %s, whole, unless somebody leaves by it", (_, operation) => {
    expect(() => patch({ op: "replace", path: "name.givenName", value: "Nora" }, operation)).toThrow(ScimFault);
    const left = { ...ada, active: false, givenName: "Nora" };
    const leave = { op: "replace", value: { active: false, name: { givenName: "Nora" } } };
    expect(patch(operation, leave)).toEqual(left);
    expect(patch(leave, operation)).toEqual(left);
  });
  test("passes over what is wrong beside a leaver's flag in one operation", () => {
    const value = { userName: "", name: { givenName: 1, familyName: "King" }, active: "False", externalId: 7 };
    expect(patch({ op: "replace", value })).toEqual({ ...ada, active: false, familyName: "King" });
    expect(() => patch({ op: "replace", value: { ...value, active: true } })).toThrow(ScimFault);
    const gone = { ...ada, active: false };
    expect(() => applyPatch(gone, { Operations: [{ op: "replace", value }] })).toThrow(ScimFault);
  });

  test.each([
    {},
    { Operations: [] },
    { Operations: Array.from({ length: 51 }, () => ({ op: "replace", path: "active", value: true })) },
  ])("is refused if it has no operations or too many", (body) =>
    expect(() => applyPatch(ada, body)).toThrow(ScimFault),
  );

  test("changes no prototype", () => {
    expect(patch({ op: "add", value: JSON.parse('{"constructor": 1, "toString": false}') })).toEqual(ada);
    expect(() => patch({ op: "add", value: JSON.parse('{"__proto__": {"active": false}}') })).toThrow("not valid");
    expect(({} as Provided).active).toBeUndefined();
  });
});
