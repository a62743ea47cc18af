import { accountScenes } from "./account.ts";
import { azureSpendScenes } from "./azure-spend.ts";
import { bankScenes } from "./bank.ts";
import { billingScenes } from "./billing.ts";
import { customerScenes } from "./customers.ts";
import { debtorScenes } from "./debtors.ts";
import { lineCreditScenes } from "./line-credits.ts";
import { gatewayScenes } from "./gateways.ts";
import { frameScenes } from "./frame.ts";
import { numberPortScenes } from "./number-ports.ts";
import { operatorScenes } from "./operator.ts";
import { orderScenes } from "./orders.ts";
import { overviewScenes } from "./overview.ts";
import { paymentScenes } from "./payments.ts";
import { peopleScenes } from "./people.ts";
import type { Scene } from "./scene.ts";
import { basketScenes } from "./basket.ts";
import { quoteScenes } from "./quotes.ts";
import { requestScenes } from "./requests.ts";
import { planScenes } from "./plans.ts";
import { serviceScenes } from "./services.ts";
import { signedOutScenes } from "./signed-out.ts";
import { vendorInvoiceScenes } from "./vendor-invoices.ts";
import { supportScenes } from "./support.ts";

export const scenes: readonly Scene[] = [
  ...signedOutScenes,
  ...overviewScenes,
  ...customerScenes,
  ...serviceScenes,
  ...azureSpendScenes,
  ...planScenes,
  ...orderScenes,
  ...basketScenes,
  ...quoteScenes,
  ...requestScenes,
  ...billingScenes,
  ...bankScenes,
  ...gatewayScenes,
  ...debtorScenes,
  ...lineCreditScenes,
  ...vendorInvoiceScenes,
  ...paymentScenes,
  ...peopleScenes,
  ...accountScenes,
  ...supportScenes,
  ...operatorScenes,
  ...numberPortScenes,
  ...frameScenes,
];
