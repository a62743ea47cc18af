import type { BundleData } from "../catalogue-data.ts";

/** What our team sells together, with the products of other vendors that go with it. */
export const bundles: readonly BundleData[] = [
  {
    id: "protected-mailbox",
    name: "Protected mailbox",
    description: "A mailbox that is filtered, and mail that only its reader can open.",
    products: ["hosted-exchange", "email-security", "secure-message"],
  },
  {
    id: "workplace-with-backup",
    name: "Workplace with backup",
    description: "Mail, documents and meetings, filtered and backed up every day.",
    products: ["microsoft-365", "drop-suite", "email-security"],
  },
];
