import { addDays } from "@tradewind/domain/values/dates.ts";
import { addressFields } from "@tradewind/domain/values/contact-fields.ts";
import type { Question, Step } from "../catalogue-data.ts";
import type { Known } from "../known.ts";

const asked = (name: keyof typeof addressFields) => ({
  name,
  label: addressFields[name].label,
  maxLength: addressFields[name].longest,
});

const newDomain: Question = {
  name: "MicrosoftDomain",
  label: "Microsoft domain",
  optional: true,
  help: "As in example.onmicrosoft.com. Leave empty to create one from the customer's own domain.",
  maxLength: 60,
  pattern: {
    source: "^[A-Za-z0-9-]{1,40}(\\.onmicrosoft\\.com)?$",
    message: "Must be letters, digits and dashes",
  },
};

/** Asks for the details that Microsoft needs of a new customer, and explains what to know before choosing. */
export const firstSteps = (known: Known): Step[] => [
  {
    id: "tenant",
    title: "Microsoft tenant",
    text: "Microsoft needs the organisation's tenant and to know who accepted the Microsoft Customer Agreement.",
    hidden: known.hasTenant && !known.isTenantNew,
    questions: [
      ...(known.hasTenant ? [] : [newDomain]),
      { name: "AgreementName", label: "Accepted by (first and last name)", default: known.contactName },
      { name: "AgreementEmail", label: "Their email", type: "email", default: known.contactEmail },
      {
        name: "AgreementDate",
        label: "Accepted on",
        type: "date",
        default: known.today,
        maxLength: 10,
        // The agreement is of 2019; east of us it is tomorrow already.
        earliest: "2019-01-01",
        latest: addDays(known.today, 1),
      },
      ...(known.hasAddress || known.hasTenant
        ? []
        : [{ ...asked("Address1"), label: "Address" }, asked("TownCity"), asked("PostCode")]),
    ],
  },
  {
    id: "terms",
    title: "Before you choose",
    paragraphs: [
      "Licences can be returned within seven days of being added; after that they are committed until the term ends.",
      "A one-month term costs more per licence and can change every month; a one-year term keeps its price.",
      "Paying for a one-year term up front is cheapest. Licences added later take the subscription's price and end date.",
    ],
  },
];
