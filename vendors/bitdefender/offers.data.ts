import type { OfferData } from "../catalogue-data.ts";
import { addOn, model, rules } from "./offer-kinds.ts";

/** `offer_ref` is Bitdefender's name of a protection model, or of the switch of an add-on. */
export const offers: readonly OfferData[] = [
  {
    ...model("aLaCarte"),
    sku: "bitdefender.a-la-carte",
    name: "Bitdefender à la carte",
    description: "Antimalware, firewall and device control.",
  },
  {
    ...model("mspSecure"),
    sku: "bitdefender.secure",
    name: "Bitdefender Secure",
    description: "With advanced threat security and detection and response (EDR).",
  },
  {
    ...model("mspSecurePlus"),
    sku: "bitdefender.secure-plus",
    name: "Bitdefender Secure Plus",
    description: "Secure, watched by Bitdefender's people (MDR).",
  },
  {
    ...model("mspSecureExtra"),
    sku: "bitdefender.secure-extra",
    name: "Bitdefender Secure Extra",
    description: "Secure Plus with sensors beyond endpoints (XDR).",
  },
  {
    ...addOn("manageEncryption", "Endpoint"),
    sku: "bitdefender.encryption",
    name: "Full Disk Encryption",
    description: "Encrypts disks and keeps their keys.",
  },
  {
    ...addOn("managePatchManagement", "Endpoint"),
    sku: "bitdefender.patch-management",
    name: "Patch Management",
    description: "Finds and installs missing updates.",
  },
  {
    ...addOn("manageEmailSecurity", "Mailbox"),
    sku: "bitdefender.email-security",
    name: "Email Security",
    description: "Filters mail before it is delivered.",
  },
  // What our team set up before there was a connection: held by customers, and sold no more.
  {
    ...rules,
    sku: "bitdefender-small-business",
    offer_ref: "bitdefender-small-business",
    name: "GravityZone Business Security",
    description: "Endpoint protection.",
    offer_group: "Editions",
    unit: "Endpoint",
    for_sale: false,
  },
  {
    ...rules,
    sku: "bitdefender-premium",
    offer_ref: "bitdefender-premium",
    name: "GravityZone Business Security Premium",
    description: "With sandbox and attack forensics.",
    offer_group: "Editions",
    unit: "Endpoint",
    for_sale: false,
  },
];
