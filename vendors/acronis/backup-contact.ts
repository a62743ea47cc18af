import { fullName } from "@tradewind/domain/values/patterns.ts";
import { z } from "zod";
import type { ServiceActionData } from "../catalogue-data.ts";

/** The button that sets the contact Acronis writes to. */
export const backupContact: ServiceActionData = {
  id: "backup-contact",
  products: ["acronis-backup", "acronis-files-cloud"],
  style: "modify",
  button: "Change backup contact",
  title: "Backup contact",
  method: "put",
  items: [
    { type: "subHeader", name: "Who", label: "Who hears about the backups" },
    { type: "textDisplay", name: "CustomerName", label: "Customer" },
    {
      type: "htmlDisplay",
      name: "About",
      label:
        "<p>Acronis sends <strong>reports and alerts</strong> to this address. It need not be a person of the customer.</p>",
    },
    { type: "checkbox", name: "UseCustomerContact", label: "Write to the customer's own contact" },
    {
      type: "textInput",
      name: "BackupContactName",
      label: "Name",
      pattern: { source: fullName, message: "Must be a name, as in Priya Shah" },
    },
    {
      type: "email",
      name: "BackupContactEmail",
      label: "Email",
      pattern: { source: ".+", message: "Must be a valid email address" },
    },
  ],
  dependencies: [
    { item: "UseCustomerContact", value: true, makes: "hide", of: ["BackupContactName", "BackupContactEmail"] },
  ],
  told: true,
};

const answers = z.object({
  UseCustomerContact: z.boolean().optional().catch(false),
  BackupContactName: z.string().trim().min(1),
  BackupContactEmail: z.string().trim().min(1),
});

/** Returns the contact that was entered; undefined for the customer's own. */
export function backupContactOf(details: Record<string, unknown>) {
  const given = answers.safeParse(details).data;
  if (!given || given.UseCustomerContact) return undefined;
  const [firstName = "", ...rest] = given.BackupContactName.split(" ");
  return { firstName, lastName: rest.join(" ") || firstName, email: given.BackupContactEmail };
}
