export type Policy = { title: string; text: readonly string[] };

/** What people can read before they sign in. */
export const policies: readonly Policy[] = [
  {
    title: "Privacy",
    text: [
      "We keep what we need to run your account: who you are, what you ordered, and what was done in the portal, by whom and when.",
      "We pass on to a vendor only what that vendor needs to provide the service you ordered. We sell nothing to anybody.",
      "You can ask us at any time what we keep about you, and have it corrected.",
    ],
  },
  {
    title: "Cookies",
    text: [
      "We use one cookie, which keeps you signed in. No script can read it, and it ends with your session.",
      "There are no cookies of others, and nothing here follows you to other sites.",
    ],
  },
  {
    title: "Terms of use",
    text: [
      "This portal is for partners of Tradewind Distribution Ltd and their customers.",
      "Keep your password to yourself. You answer for what is done with your account.",
    ],
  },
];
