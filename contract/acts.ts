/** Rights of the endpoints behind buttons, kept apart from the forms of those endpoints. */
import { users } from "./access/users.ts";
import { customerCharges } from "./billing/customer-charges.ts";
import { payments } from "./billing/payments.ts";
import { customerUsers } from "./access/customer-users.ts";
import { customerForms } from "./customers/customer-forms.ts";
import { customers } from "./customers/customers.ts";
import { rightOf } from "./screen.ts";
import { azureBudgets } from "./ordering/azure-budgets.ts";
import { forecast } from "./ordering/forecast.ts";
import { orderRules } from "./ordering/order-rules.ts";
import { orders } from "./ordering/orders.ts";
import { tenants } from "./ordering/tenants.ts";
import { transfers } from "./ordering/transfers.ts";
import { tickets } from "./support/tickets.ts";

export const acts = {
  addUser: rightOf(customerUsers.add),
  addCustomer: rightOf(customerForms.add),
  editCustomer: rightOf(customerForms.update),
  suspendCustomer: rightOf(customers.suspend),
  order: rightOf(orders.place),
  setAzureBudgets: rightOf(azureBudgets.save),
  setOrderRules: rightOf(orderRules.save),
  retryOrder: rightOf(orders.retry),
  transfer: rightOf(transfers.ofCustomer),
  openTicket: rightOf(tickets.create),
  letUsersIn: rightOf(users.suspend),
  seeComingBills: rightOf(forecast.bills),
  seeCharges: rightOf(customerCharges.ofCustomer),
  pay: rightOf(payments.create),
  linkTenants: rightOf(tenants.unlink),
};
