import { accountScenes } from "./account.ts";
import { billingScenes } from "./billing.ts";
import { customerScenes } from "./customers.ts";
import { frameScenes } from "./frame.ts";
import { operatorScenes } from "./operator.ts";
import { orderScenes } from "./orders.ts";
import { overviewScenes } from "./overview.ts";
import { peopleScenes } from "./people.ts";
import type { Scene } from "./scene.ts";
import { quoteScenes } from "./quotes.ts";
import { planScenes } from "./plans.ts";
import { serviceScenes } from "./services.ts";
import { signedOutScenes } from "./signed-out.ts";
import { supportScenes } from "./support.ts";

export const scenes: readonly Scene[] = [
  ...signedOutScenes,
  ...overviewScenes,
  ...customerScenes,
  ...serviceScenes,
  ...planScenes,
  ...orderScenes,
  ...quoteScenes,
  ...billingScenes,
  ...peopleScenes,
  ...accountScenes,
  ...supportScenes,
  ...operatorScenes,
  ...frameScenes,
];
