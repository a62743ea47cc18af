/**
 * A person of an organisation that signs in at the provider. `refusal` is the error the provider answers with, if any.
 */
export type Person = {
  id: string;
  userName: string;
  name: string;
  organisation: string;
  usesSingleExperience: boolean;
  refusal?: string;
};

const person = (id: string, changes: Partial<Person> = {}): Person => ({
  id: `sso-${id}`,
  userName: `${id}@harbour-sso.example`,
  name: id.charAt(0).toUpperCase() + id.slice(1),
  organisation: "org-harbour",
  usesSingleExperience: false,
  ...changes,
});

export const people: readonly Person[] = [
  person("avery"),
  person("blake", { usesSingleExperience: true }),
  person("cleo", { usesSingleExperience: true }),
  person("drew", { organisation: "org-nobody" }),
  person("ellis", { refusal: "Authentication with Microsoft required" }),
  person("finn", { refusal: "Authentication with Microsoft prohibited;org-harbour" }),
  person("gray", { refusal: "The user is not part of the organisation" }),
  person("harper"),
  person("indy"),
];

/** The Microsoft tenant of all personal accounts. */
export const consumerTenant = "9188040d-6c67-4c5b-b112-36a304b66dad";

/** A Microsoft account, identified by `oid` within `tid`. */
export type WorkAccount = { oid: string; tid: string; userName: string; name: string };

export const workAccounts: readonly WorkAccount[] = [
  {
    oid: "5d0c8a52-1f2e-4d0f-9a55-0d8f6d1c7a01",
    tid: "7c1d2f6e-90ab-4c6b-8b0e-3a5c1d2e4f60",
    userName: "morgan@harbour-work.example",
    name: "Morgan Reed",
  },
  {
    oid: "5d0c8a52-1f2e-4d0f-9a55-0d8f6d1c7a02",
    tid: "7c1d2f6e-90ab-4c6b-8b0e-3a5c1d2e4f60",
    userName: "noor@harbour-work.example",
    name: "Noor Haddad",
  },
  {
    oid: "00000000-0000-0000-91f3-2b1c4d5e6f70",
    tid: consumerTenant,
    userName: "pat@private.example",
    name: "Pat Private",
  },
  {
    oid: "5d0c8a52-1f2e-4d0f-9a55-0d8f6d1c7a03",
    tid: "7c1d2f6e-90ab-4c6b-8b0e-3a5c1d2e4f60",
    userName: "robin@harbour-work.example",
    name: "Robin Vale",
  },
  {
    oid: "5d0c8a52-1f2e-4d0f-9a55-0d8f6d1c7a04",
    tid: "7c1d2f6e-90ab-4c6b-8b0e-3a5c1d2e4f60",
    userName: "sam@harbour-work.example",
    name: "Sam Okafor",
  },
];
