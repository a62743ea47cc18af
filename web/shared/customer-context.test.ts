import { expect, test } from "vitest";
import { readContext, writeContext } from "./customer-context.ts";

test.each([
  ["12", { customerId: "12", modify: false }],
  ["12+34", { customerId: "12", userId: "34", modify: false }],
  ["12+modify", { customerId: "12", modify: true }],
  ["12+34+modify", { customerId: "12", userId: "34", modify: true }],
])("ORD-22 the segment %s holds customer, user and modification", (segment, context) => {
  expect(readContext(segment)).toEqual(context);
  expect(writeContext(readContext(segment))).toBe(segment);
});
