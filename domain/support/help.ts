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
  [/^\/customers\/customer\/[^/]+\/(add-service|cs\/add|add-services|nce-question)/, "order a product"],
  [/^\/customers\/customer\/[^/]+\/(cs\/modify|modify)/, "licences period"],
  [/^\/customers\/customer\/[^/]+\/(cs\/fulfil|orders)/, "order failed"],
  [/^\/customers\/customer\/[^/]+\/(cs\/upgrade|cs-nce|upgrade)/, "upgrade"],
  [/^\/(customers\/customer\/[^/]+\/)?transfers/, "transfers"],
  [/^\/customers\/customer\/[^/]+\/view\/users/, "licences people"],
  [/^\/customers\/customer\/[^/]+\/view\/activity/, "activity"],
  [/^\/customers\/customer\/[^/]+\/view\/manage/, "suspend a customer"],
  [/delete-service|\/delete$/, "end a service"],
  [/^\/customers\/customer\/[^/]+\/(services|manage-service|view\/services)/, "service"],
  [/^\/customers/, "customer"],
  [/^\/marketplace\/./, "compare plan"],
  [/^\/marketplace/, "marketplace"],
  [/^\/basket/, "basket"],
  [/^\/quotes/, "quote"],
  [/^\/requests/, "request"],
  [/^\/plans/, "plan undo"],
  [/^\/(renewals|scheduled)/, "renews"],
  [/^\/differences/, "vendor portal"],
  [/^\/services/, "service"],
  [/^\/billing\/psa\/match/, "match PSA"],
  [/^\/billing\/psa\/report/, "PSA reports"],
  [/^\/billing\/psa\/overview|^\/account-setting\/integration/, "PSA"],
  [/^\/billing\/psa/, "bill PSA"],
  [/^\/billing\/account-totals/, "account totals"],
  [/^\/billing\/payment-options/, "card"],
  [/^\/billing\/(pricing|price-rules)/, "prices"],
  [/^\/billing\/credit$/, "credit"],
  [/^\/billing\/reports/, "reports"],
  [/^\/(billing\/)?credit-memo-detail/, "credit memo"],
  [/^\/(billing\/)?invoice-detail/, "pay invoice"],
  [/^\/billing/, "invoice"],
  [/^\/analytics/, "analytics"],
  [/^\/account-setting\/api-tokens/, "token"],
  [/^\/account-setting\/identity-provider/, "identity provider"],
  [/^\/account-setting\/session-policy/, "session"],
  [/^\/account-setting\/(security|sessions|change-password)/, "sign in"],
  [/^\/account-setting\/whitelabelling/, "look"],
  [/^\/account-setting\/ip-access/, "addresses"],
  [/^\/account-setting\/display/, "prices display"],
  [/^\/account-setting\/activity-log/, "activity"],
  [/^\/account-setting\/(terms-conditions|service-agreements)/, "agreement"],
  [/^\/(sso-)?account-setting\/manage-access/, "colleague"],
  [/^\/(sso-)?account-setting/, "your account"],
  [/^\/my-business/, "VAT number"],
  [/^\/support/, "ticket"],
  [/^\/(dashboard|configure-quick-links)/, "dashboard"],
];

/** What fits a page, to be searched for; undefined where nothing does. */
export const topicOf = (path: string): string | undefined => topics.find(([address]) => address.test(path))?.[1];

/** The groups of the forum that a person belongs to, by what they are here. */
export const forumGroupsOf = (kind: string): readonly string[] =>
  kind === "reseller" ? ["partners", "account_holders"] : kind === "engineer" ? ["partners"] : ["customers"];
