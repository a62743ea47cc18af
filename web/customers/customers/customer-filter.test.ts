import { expect, test } from "vitest";
import { filterOf, searchOf } from "./customer-filter.ts";

test("CUST-01 the address holds search, sort and every mark of the list", () => {
  const filter = {
    Search: "dental",
    Sort: "-created",
    Status: "Suspended",
    Services: "none",
    Type: "Charity",
    ProductId: "acronis-backup",
  } as const;
  expect(searchOf(filter)).toEqual({
    search: "dental",
    sort: "-created",
    status: "suspended",
    services: "none",
    type: "charity",
    product: "acronis-backup",
  });
  expect(filterOf(searchOf(filter))).toEqual(filter);
  expect(searchOf({ Search: "", Sort: "name" })).toEqual({});
});

test("CUST-01 an address nobody offers shows the usual list", () => {
  expect(
    filterOf({ sort: "colour", status: "purple", type: "circus", services: "9", search: "x".repeat(300) }),
  ).toEqual({
    Search: "x".repeat(100),
    Sort: "name",
  });
});
