import type { PsaType } from "@tradewind/domain/psa/sync.ts";

export type Guide = { steps: readonly { heading: string; paragraph: string }[]; ending: string };

/** How each PSA is connected, on its side. */
export const guides: Readonly<Record<PsaType, Guide>> = {
  6: {
    steps: [
      {
        heading: "Make a security role",
        paragraph:
          "In ConnectWise, under System, Security Roles, add a role that may inquire at level All: Company Maintenance, Product Catalog, Agreements and Invoicing.",
      },
      {
        heading: "Add an API member",
        paragraph: "Under System, Members, API Members, add a member with that role, for this portal only.",
      },
      {
        heading: "Make its keys",
        paragraph: "On the tab API Keys of the member, add a key. The private key is shown only once.",
      },
      {
        heading: "Get a client ID",
        paragraph: "Register this portal in the ConnectWise developer network, and copy the client ID it gives you.",
      },
      {
        heading: "Enter all of it here",
        paragraph:
          "The address is the one you sign in at, the company ID the one you type there. Press Test connection: it names each right that is still missing.",
      },
    ],
    ending: "Save, switch the integration on, and match your customers and services once.",
  },
  1: {
    steps: [
      {
        heading: "Make a security level",
        paragraph:
          "In Autotask, under Admin, Security Levels, copy “API User (system)”. A copy must view all contracts, companies and the inventory.",
      },
      {
        heading: "Add an API user",
        paragraph: "Under Admin, Resources, add an API user with that security level, for this portal only.",
      },
      {
        heading: "Make its secret",
        paragraph: "Generate a user name, which has the form of an email address, and a secret. Copy both.",
      },
      {
        heading: "Choose the integration code",
        paragraph:
          "As the API tracking identifier, choose a custom integration and copy its code: it is the integration code.",
      },
      {
        heading: "Enter all of it here",
        paragraph:
          "The address is https://webservices2.autotask.net; your own zone is found from it. Press Test connection: it names what the user cannot see.",
      },
    ],
    ending: "Save, switch the integration on, and match your customers and services once.",
  },
};
