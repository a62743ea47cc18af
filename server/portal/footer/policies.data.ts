import type { PolicyId } from "@tradewind/domain/portal/footer.ts";
import { content, custom, header, list, subContent, type Policy } from "./policy-sections.ts";

const us = "Tradewind Distribution Ltd, 40 Harbourside Way, Bristol BS1 5TT, United Kingdom";

const cookies = [
  content(
    "A cookie is a small text file that a site keeps in your browser. We use only a few, none from third parties, and none that follow you to other sites.",
  ),
  subContent(
    "Staying signed in.",
    "One cookie keeps your session. No script can read it, and it ends with the session.",
  ),
  subContent(
    "Known devices.",
    "One cookie shows that you have signed in with this browser before, so that we can warn you of sign-ins from new ones. It stays a year.",
  ),
  subContent(
    "Signing in at your organisation.",
    "While you sign in at a provider of your organisation, short-lived cookies join the two halves of it.",
  ),
  content(
    "Your browser also remembers, for this portal alone, how you like to see it: light or dark, how dense, which columns.",
  ),
];

/** Our own texts, in the specification's structure. */
export const policies: Readonly<Record<PolicyId, Policy>> = {
  privacy: {
    Title: "Privacy and cookies policy",
    Sections: [
      content("This is what we keep about you when you use the marketplace, why, and what you can do about it."),
      header("Who we are"),
      content(`We are ${us}. We decide what is kept about the people who use this portal.`),
      header("What we keep"),
      list(
        "Who you are: your name, email address, telephone number and job title, and the company you act for.",
        "How you sign in: your user name, and your password and second factor in a form that nobody can read.",
        "What you do: what you ordered, changed, signed and asked, when, and from which network address.",
      ),
      header("Why we keep it"),
      subContent("To serve you.", "We cannot provide, change or charge a service without knowing who asked for it."),
      subContent("Because the law says so.", "Invoices and their supporting records are kept for seven years."),
      subContent(
        "To keep the portal safe.",
        "Sign-ins and changes are logged, so that misuse can be found and stopped.",
      ),
      header("Who else receives it"),
      content(
        "A vendor receives what it needs to provide the service you ordered, and nothing more. We sell nothing to anybody.",
      ),
      header("Your rights"),
      list(
        "See what we keep about you, and have a copy of it.",
        "Have it corrected, or removed where the law does not make us keep it.",
        "Object to a use, or have it restricted.",
        "Complain to the data protection authority where you live.",
      ),
      header("What we send you"),
      content("You choose which of these messages reach you. What belongs to an order or to your account always does."),
      custom("OptOuts"),
      header("Cookies"),
      ...cookies,
    ],
  },
  cookies: { Title: "Cookies policy", Sections: cookies },
  terms: {
    Title: "Terms and conditions",
    Sections: [
      content(
        "These terms are for everybody who uses this portal. What a company agreed with us for its orders is in its own agreements.",
      ),
      header("Who may use it"),
      content(`The portal is for partners of ${us}, and for the people of their customers whom they invite.`),
      header("Your account"),
      list(
        "It is yours alone: do not share it, and keep your password to yourself.",
        "You are responsible for what is done with it until you tell us that somebody else may know your password.",
        "The people who manage users at your company can suspend it at any time.",
      ),
      header("What we promise"),
      content(
        "We keep the portal running and its data safe with reasonable care, and announce planned work. Each service has the promises of its own agreement.",
      ),
      header("What you must not do"),
      list(
        "Use the portal for anything unlawful.",
        "Try to access anything that is not yours, or disturb others.",
        "Copy or resell the portal itself.",
      ),
      header("Law"),
      content("The law of England and Wales applies, and its courts decide."),
    ],
  },
  dataProtection: {
    Title: "Data protection statement",
    Sections: [
      content(
        "The General Data Protection Regulation (GDPR) has been in effect since 25 May 2018. This is how we keep to it when we process personal data for our partners and their customers.",
      ),
      header("Our part"),
      content(
        "For the people of our partners’ customers we are a processor: we act on the instructions that orders and changes in this portal give us, and on no others.",
      ),
      header("How data is kept"),
      list(
        "Access is limited to those who need it, and each is logged.",
        "Data travels encrypted, and secrets are stored encrypted.",
        "Each reseller’s data is kept apart from every other’s by the database itself.",
      ),
      header("When something goes wrong"),
      content(
        "We notify the supervisory authority of a breach of personal data within 72 hours of becoming aware of it, and the partners concerned without undue delay, with what happened, whom it concerns and what we do about it.",
      ),
      header("Vendors"),
      content(
        "Vendors that process personal data for us are bound by the same duties. A list of them is sent on request.",
      ),
      header("Asking us"),
      content(`Questions and requests reach our data protection officer at ${us}.`),
    ],
  },
};
