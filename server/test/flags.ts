import { endpoints } from "@tradewind/contract/all.ts";
import type { TestApp } from "./test-app.ts";

/** Switches on every flag an endpoint requires, so that tests of all endpoints reach those too. */
export const switchOnFlags = (app: TestApp) =>
  app.sql("update feature_flags set enabled = true where name = any($1)", [
    Object.values(endpoints).flatMap(({ flag }) => flag ?? []),
  ]);
