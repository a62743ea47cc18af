import { linkTo } from "@tradewind/contract/address.ts";
import { dashboard } from "@tradewind/contract/insight/dashboard.ts";
import { underWay } from "@tradewind/contract/ordering/work-words.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { wordsOf, type NeedKind } from "@tradewind/domain/insight/dashboard.ts";
import { azureRoute } from "@tradewind/domain/ordering/azure-spend.ts";
import { answer, answerPrepared } from "../../platform/http.ts";
import { lacksFactor, readFigures, readFirstSteps } from "./dashboard.reads.ts";
import { listOrdersAtWork, type NeedRow } from "./dashboard.store.ts";

const serviceLink = (need: NeedRow) =>
  linkTo(screens.service, { ctx: need.customer_id ?? "", instanceId: need.instance_id ?? "" });
const links: Record<NeedKind, (need: NeedRow) => string> = {
  failedService: serviceLink,
  unansweredOrder: (need) => linkTo(screens.order, { ctx: need.customer_id ?? "", orderId: need.id }),
  renewal: serviceLink,
  overdueInvoice: (need) => linkTo(screens.invoice, { invoiceId: need.id }),
  azureBudget: (need) => linkTo(screens.manageService, { ctx: need.customer_id ?? "", name: azureRoute }),
  waitingRequest: () => screens.requests.path,
  waitingTicket: (need) => linkTo(screens.ticket, {}, { Id: need.id }),
  unsignedAgreement: () => screens.serviceAgreements.path,
  mfaMissing: () => screens.security.path,
  invitationExpiring: ({ customer_id, detail }) =>
    detail === "endUser"
      ? linkTo(screens.customerUsers, { ctx: customer_id ?? "" })
      : linkTo(screens.manageAccess, {}, { Tab: detail === "endUserAdmin" ? "end-user-admin" : "engineer" }),
};

function toNeed(need: NeedRow) {
  const { title, detail, action } = wordsOf(need);
  return { Kind: need.kind, Title: title, Detail: detail, Action: action, Link: links[need.kind](need), Id: need.id };
}

export const dashboardRoutes = [
  answerPrepared(
    dashboard.figures,
    ({ platform, actor }) => lacksFactor(platform.database, actor),
    async ({ platform, actor, db, today }, _, unprotected) => {
      const { prices, counts, needs, spend, overdue } = await readFigures(
        db,
        actor,
        platform.vendors,
        today,
        unprotected,
      );
      const amount = (minor: bigint) => ({ Minor: String(minor), Currency: actor.currency });
      return {
        Organisation: counts.organisation,
        Customers: counts.customers,
        ActiveServices: counts.active,
        InProgress: counts.in_progress,
        Failed: counts.failed,
        SpendThisMonth: prices ? amount(spend.at(-1)?.net ?? 0n) : null,
        Overdue: overdue ? amount(overdue.balance) : null,
        OverdueInvoices: overdue?.count ?? 0,
        SpendByMonth: spend.map(({ month, net }) => ({ Month: month, Net: amount(net) })),
        NeedsYou: needs.map(toNeed),
      };
    },
  ),

  answer(dashboard.beginning, async ({ actor, db }) => ({
    Steps: (await readFirstSteps(db, actor)).map(({ step, done }) => ({ Step: step, Done: done })),
  })),

  answer(dashboard.inProgress, async ({ actor, db }) => ({
    Items: (await listOrdersAtWork(db, actor)).map((row) => ({
      Id: row.id,
      InstanceId: row.instance_id,
      CustomerId: row.customer_id,
      CustomerName: row.customer,
      ProductName: row.product,
      What: row.is_unanswered ? `${underWay[row.task]}, outcome unknown` : underWay[row.task],
      PlacedAt: row.placed_at.toISOString(),
      PlacedBy: row.placed_by_name,
      ExpectedOn: row.estimated_completion,
    })),
  })),
];
