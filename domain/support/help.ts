/** Rules of the knowledge base: what is searched for, and what fits the page that one is on. */

/** Longest text that is searched for. */
export const longestTerm = 100;

/** Reduces what somebody typed to word characters and single spaces (KB-05). */
export const searchTerm = (typed: string): string =>
  typed
    .slice(0, longestTerm)
    .replace(/[^\p{L}\p{M}\p{N}_\s]/gu, "")
    .replace(/\s+/g, " ")
    .trim();

/** What somebody may want to read about, by the beginning of the page's address; the first that fits counts. */
const topics: readonly (readonly [address: RegExp, words: string])[] = [
  [/^\/customers\/add/, "add a customer"],
  [/^\/customers\/customer\/[^/]+\/(add-service|cs\/|add-services)/, "order a product"],
  [/^\/customers\/customer\/[^/]+\/transfers/, "another partner"],
  [/^\/customers\/customer\/[^/]+\/view\/users/, "licences people"],
  [/^\/customers\/customer\/[^/]+\/view\/activity/, "activity"],
  [/^\/customers\/customer\/[^/]+\/view\/manage/, "suspend a customer"],
  [/^\/customers\/customer\/[^/]+\/orders/, "order failed"],
  [/delete-service|\/delete$/, "end a service"],
  [/^\/customers\/customer\/[^/]+\/(services|manage-service|upgrade)/, "service"],
  [/^\/customers/, "customer"],
  [/^\/(marketplace|basket)/, "order"],
  [/^\/quotes/, "quote"],
  [/^\/requests/, "request"],
  [/^\/plans/, "plan"],
  [/^\/scheduled/, "renewal"],
  [/^\/differences/, "vendor portal"],
  [/^\/services/, "service"],
  [/^\/billing\/payment-options/, "card"],
  [/^\/billing\/(pricing|price-rules)/, "prices"],
  [/^\/billing\/credit/, "credit"],
  [/^\/billing\/reports/, "reports"],
  [/^\/(billing|invoice-detail|credit-memo-detail)/, "invoice"],
  [/^\/account-setting\/api-tokens/, "token"],
  [/^\/account-setting\/(security|sessions|change-password)/, "sign in"],
  [/^\/account-setting\/whitelabelling/, "look"],
  [/^\/account-setting\/ip-access/, "addresses"],
  [/^\/account-setting\/manage-access/, "colleague"],
  [/^\/my-business/, "VAT number"],
  [/^\/support/, "ticket"],
  [/^\/dashboard/, "dashboard"],
];

/** What fits a page, to be searched for; undefined where nothing does. */
export const topicOf = (path: string): string | undefined => topics.find(([address]) => address.test(path))?.[1];

/** The groups of the forum that a person belongs to, by what they are here. */
export const forumGroupsOf = (kind: string): readonly string[] =>
  kind === "reseller" ? ["partners", "account_holders"] : kind === "engineer" ? ["partners"] : ["customers"];
