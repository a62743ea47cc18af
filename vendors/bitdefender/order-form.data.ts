import { messages } from "@tradewind/domain/values/field-messages.ts";
import { patterns } from "@tradewind/domain/values/patterns.ts";
import type { OrderFormData } from "../catalogue-data.ts";

/** Asked of each order, as `webroot` asks it, whose form keeps the same names. */
export const orderForm: OrderFormData = {
  id: "bitdefender-console",
  products: ["bitdefender"],
  questions: [
    {
      name: "ConsoleUser",
      label: "Console for",
      pattern: { source: patterns.email.source, message: messages.email },
      known: "contactEmail",
      help: "Who signs in to the console. Bitdefender sends an invitation there.",
    },
    {
      name: "Replaces",
      label: "Antivirus in use today",
      type: "select",
      options: [
        { value: "none", label: "None" },
        { value: "windows", label: "What comes with Windows" },
        { value: "other", label: "Another product" },
      ],
      default: "none",
      help: "Another product has to be removed first: two of them disturb each other.",
    },
  ],
};
