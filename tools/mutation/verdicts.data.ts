import type { Verdict } from "./score.ts";

export const verdicts: Verdict[] = [
  {
    file: "domain/values/cookie-domain.ts",
    code: 'replace(/:\\d+$/, "")',
    kind: "equivalent",
    because: "only an address of numbers has a second colon, and its bracket tells it.",
  },
  {
    file: "domain/values/date-formats.ts",
    code: "if (!formatter) {",
    kind: "equivalent",
    because: "a formatter made anew writes the same; it is kept because making one takes long.",
  },
  {
    file: "domain/values/date-formats.ts",
    code: "formatters.set(timeZone, formatter)",
    kind: "equivalent",
    because: "a formatter made anew writes the same; it is kept because making one takes long.",
  },
  {
    file: "domain/values/date-formats.ts",
    code: 'find((each) => each.type === type)?.value ?? ""',
    kind: "equivalent",
    because: "the formatter gives every part that is asked for.",
  },
  {
    file: "domain/values/date-formats.ts",
    code: "([01]\\d|2[0-2]):.*Z$/.test(when)",
    kind: "equivalent",
    because: "what the short way does not take goes the long way, to the same date.",
  },
  {
    file: "domain/values/dates.ts",
    code: "const milliseconds = /T.*(Z|[+-]",
    kind: "equivalent",
    because: "what stands behind the zone is no instant to Date.parse either.",
  },
  {
    file: "domain/values/decimal.ts",
    code: "const top = numerator < 0n",
    kind: "equivalent",
    because: "nothing has no sign.",
  },
  {
    file: "domain/pricing/quantity.ts",
    code: "const more = after > before;",
    kind: "equivalent",
    because: "no row is written for a change of nothing: an unchanged quantity is refused, and no lot is empty.",
  },
  {
    file: "domain/access/passwords.ts",
    code: "tries < mostTries",
    kind: "accepted",
    because: "one try more of five hundred shows nowhere.",
  },
  {
    file: "domain/portal/portal-hosts.ts",
    code: "const address = /^https",
    kind: "equivalent",
    because: "what has its scheme elsewhere than in front is refused either way.",
  },
  {
    file: "domain/access/passwords.ts",
    code: 'line(!new RegExp(rule.Pattern, "u")',
    kind: "accepted",
    because: "our patterns name ASCII letters and digits, which both readings take alike.",
  },
  {
    file: "domain/ordering/subscriptions.ts",
    code: 'case "upgraded":',
    kind: "accepted",
    because: "nothing writes such an entry yet.",
  },
  {
    file: "domain/support/ticket-files.ts",
    code: "const ending = ",
    kind: "equivalent",
    because: "whatever a name without an ending gives, it is not among the endings that are taken.",
  },
  {
    file: "domain/support/ticket-files.ts",
    code: "} catch {",
    kind: "equivalent",
    because: "undefined is no yes either.",
  },
];
