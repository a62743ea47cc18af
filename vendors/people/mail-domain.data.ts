import type { ServiceActionData } from "../catalogue-data.ts";
import { domainPattern, productsWithMailDomain } from "./order-forms.ts";

export const mailDomain: ServiceActionData = {
  id: "mail-domain",
  products: productsWithMailDomain,
  style: "modify",
  button: "Change mail domain",
  title: "Mail domain",
  method: "put",
  items: [
    { type: "textInput", name: "MailDomain", label: "Mail domain", pattern: domainPattern },
    {
      type: "checkbox",
      name: "DomainMoved",
      label: "The domain's mail records may be changed",
      required: true,
    },
  ],
  told: true,
};
