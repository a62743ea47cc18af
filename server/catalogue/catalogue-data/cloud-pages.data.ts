import type { ProductPage } from "@tradewind/domain/catalogue/product-page.ts";
import { copies, needsAgreement } from "./page-words.data.ts";

const copiesMissing = {
  has: ["microsoft-365"],
  lacks: copies,
  reason: "Microsoft 365 and no backup: deleted items are kept for weeks only",
} as const;

/** Pages of what runs in a data centre, and of what copies and keeps. */
export const cloudPages: readonly ProductPage[] = [
  {
    product_id: "azure",
    vendor: "Microsoft",
    lines: [
      "Microsoft's data centre by the meter: machines, storage, networks and desktops.",
      "For customers who give up servers of their own. One plan for each customer.",
      "The plan stands within minutes; what is used is charged monthly.",
    ],
    synonyms: ["server", "vm", "virtual machine", "cloud", "avd", "virtual desktop", "iaas", "storage", "metered"],
    needs: [needsAgreement, "A Microsoft tenant."],
    goes_with: [
      { product_id: "azure-reserved-instance", why: "Costs less for a machine that runs all month." },
      { product_id: "azure-software-subscription", why: "Takes Windows and SQL Server off the meter." },
    ],
  },
  {
    product_id: "microsoft-365-azure",
    vendor: "Microsoft",
    lines: [
      "Azure on the tenant that the customer has for Microsoft 365.",
      "For a first machine or disk beside the licences.",
      "The plan stands within minutes; what is used is charged monthly.",
    ],
    synonyms: ["azure", "server", "vm", "cloud", "avd"],
    needs: [needsAgreement, "The customer's Microsoft 365 tenant."],
    goes_with: [{ product_id: "azure-savings-plan", why: "A fixed amount an hour for a lower bill." }],
  },
  {
    product_id: "azure-reserved-instance",
    vendor: "Microsoft",
    lines: [
      "A size of machine in one region, held for one or three years.",
      "For machines that run all month. It can be given back within limits.",
      "Confirmed within a working day.",
    ],
    synonyms: ["ri", "reserved", "reservation", "vm discount", "reserved vm"],
    needs: ["An Azure plan with a running subscription.", "Not sold in Jersey, Guernsey and the Isle of Man."],
    goes_with: [{ product_id: "azure", why: "The machines that it makes cheaper." }],
    fit: {
      has: ["azure", "microsoft-365-azure"],
      lacks: ["azure-reserved-instance", "azure-savings-plan"],
      reason: "Azure by the meter, with nothing reserved",
    },
  },
  {
    product_id: "azure-savings-plan",
    vendor: "Microsoft",
    lines: [
      "A fixed amount an hour for one or three years, for any machine in any region.",
      "For customers whose machines change. It cannot be cancelled.",
      "Confirmed within a working day.",
    ],
    synonyms: ["asp", "savings", "commitment", "compute savings"],
    needs: ["An Azure plan with a running subscription."],
    goes_with: [{ product_id: "azure", why: "The machines that it makes cheaper." }],
    fit: {
      has: ["azure", "microsoft-365-azure"],
      lacks: ["azure-reserved-instance", "azure-savings-plan"],
      reason: "Azure by the meter, with nothing committed",
    },
  },
  {
    product_id: "azure-software-subscription",
    vendor: "Microsoft",
    lines: [
      "Windows Server and SQL Server licences by the year, for use here or in Azure.",
      "For customers with Windows machines on the meter.",
      "More later is a subscription of its own: the quantity stays.",
    ],
    synonyms: ["windows server", "sql", "cal", "rds", "remote desktop", "hybrid benefit"],
    needs: [needsAgreement],
    goes_with: [{ product_id: "azure", why: "Where the licences can be used." }],
    fit: {
      has: ["azure", "microsoft-365-azure"],
      lacks: ["azure-software-subscription"],
      reason: "Azure by the meter, with no Windows licences to bring",
    },
  },
  {
    product_id: "cloud-server",
    vendor: "Tradewind",
    lines: [
      "A virtual server in Britain or Ireland at a fixed price.",
      "For customers who want one bill without meters.",
      "Ready within a day. Keeping it patched is up to you.",
    ],
    synonyms: ["vps", "vm", "hosting", "server", "virtual server"],
    features: [
      {
        name: "For",
        of: {
          "cloud-server-small": "A website",
          "cloud-server-medium": "An application",
          "cloud-server-large": "A database",
        },
      },
    ],
    goes_with: [{ product_id: "acronis-backup", why: "Copies of the whole machine." }],
  },
  {
    product_id: "acronis-backup",
    vendor: "Acronis",
    lines: [
      "Copies of servers, computers and Microsoft 365, with protection in the same agent.",
      "For whoever cannot do without a machine for a day. A tested restore is the product.",
      "Ready within minutes; what is used beyond the quota is charged.",
    ],
    synonyms: ["backup", "cyber protect", "disaster recovery", "ransomware", "restore", "bdr", "365 backup", "image"],
    needs: ["A choice for each customer: by machine, or by gigabyte."],
    goes_with: [
      { product_id: "unlimited-storage", why: "Storage without a quota, by machine." },
      { product_id: "cloud-server", why: "Somewhere to restore to." },
    ],
    fit: copiesMissing,
  },
  {
    product_id: "acronis-files-cloud",
    vendor: "Acronis",
    lines: [
      "Files shared and kept in step under your own control.",
      "For customers who may not use a public service.",
      "Ready within minutes.",
    ],
    synonyms: ["file share", "sync", "dropbox", "file sync and share", "files"],
    needs: [
      "The customer's Acronis account, which is made with the first order.",
      "Room for what is used above the licences: it goes on working, and is charged by the month.",
    ],
  },
  {
    product_id: "drop-suite",
    vendor: "Dropsuite",
    lines: [
      "Copies mail, OneDrive, SharePoint and Teams every day, with nothing to install.",
      "For every customer with Microsoft 365 or Google Workspace.",
      "Begins once an administrator of the customer has agreed to it.",
    ],
    synonyms: ["backup", "365 backup", "o365 backup", "google backup", "archive", "dropsuite", "mailbox backup"],
    needs: ["Consent of a global administrator of the customer."],
    goes_with: [{ product_id: "microsoft-365", why: "What it copies." }],
    fit: copiesMissing,
  },
  {
    product_id: "backup",
    vendor: "Tradewind",
    lines: [
      "Daily copies of computers and files to a data centre in the same country.",
      "For small offices that want it simple.",
      "Set up within a working day.",
    ],
    synonyms: ["online backup", "file backup", "pc backup", "restore"],
  },
  {
    product_id: "skykick",
    vendor: "SkyKick",
    lines: [
      "Moves mailboxes to Microsoft 365, and copies them from then on.",
      "For customers who come from other mail.",
      "A link to the project comes within a working day.",
    ],
    synonyms: ["migration", "365 backup", "backup", "mailbox move", "connectwise"],
    needs: ["Access to the mailboxes as they are now."],
    goes_with: [{ product_id: "microsoft-365", why: "Where the mailboxes go." }],
    fit: copiesMissing,
  },
  {
    product_id: "unlimited-storage",
    vendor: "Tradewind",
    lines: [
      "Backup storage without a quota.",
      "For customers whose copies grow faster than their quota.",
      "Set up within a working day.",
    ],
    synonyms: ["storage", "unlimited backup", "backup storage", "quota"],
    needs: ["Acronis Backup by machine."],
    goes_with: [{ product_id: "acronis-backup", why: "What fills it." }],
  },
];
