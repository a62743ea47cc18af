/** Rights of the endpoints behind buttons, kept apart from the forms of those endpoints. */
import { customerForms } from "./customers/customer-forms.ts";
import { customers } from "./customers/customers.ts";
import { rightOf } from "./screen.ts";
import { orders } from "./ordering/orders.ts";
import { transfers } from "./ordering/transfers.ts";
import { tickets } from "./support/tickets.ts";

export const acts = {
  addCustomer: rightOf(customerForms.add),
  editCustomer: rightOf(customerForms.update),
  suspendCustomer: rightOf(customers.suspend),
  order: rightOf(orders.place),
  retryOrder: rightOf(orders.retry),
  transfer: rightOf(transfers.ofCustomer),
  openTicket: rightOf(tickets.create),
};
