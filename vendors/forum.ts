/** The interface between the core and the community's forum, whose people sign in here. */

/** What the forum asked; `returnTo` is at its own host. */
export type ForumRequest = { nonce: string; returnTo: string };

/** Who is signed in there, by the forum's names. */
export type ForumPerson = {
  external_id: string;
  email: string;
  username: string;
  name: string;
  /** Commas between them. */
  groups: string;
};

export type Forum = {
  /** Undefined if the forum did not sign the request, or if it asks to be answered somewhere else. */
  read(request: { sso: string; sig: string }): ForumRequest | undefined;
  /** The address that signs the person in there, once. */
  answer(request: ForumRequest, person: ForumPerson): string;
};
