import { expect, test } from "vitest";
import { firstStepsOf, invitesOf, mostUrgent, spendByMonth, wordsOf, type NeedKind } from "./dashboard.ts";

const need = (kind: NeedKind, title = "") => ({ kind, title, detail: null, day: "2026-11-20" });

test("of many needs the first of each kind comes before a second, and eight are shown, most urgent first", () => {
  const failed = Array.from({ length: 9 }, (_, at) => need("failedService", `${at}`));
  const shown = mostUrgent([need("invitationExpiring"), need("renewal"), ...failed]);
  expect(shown.map(({ kind, title }) => `${kind}${title}`)).toEqual([
    "failedService0",
    "failedService1",
    "failedService2",
    "failedService3",
    "failedService4",
    "failedService5",
    "renewal",
    "invitationExpiring",
  ]);
});

test("a term that is cancelled ends, any other renews; a failure without a reason has one", () => {
  expect(wordsOf({ ...need("renewal", "Seats"), detail: "cancel" }).detail).toBe("Ends on 20/11/2026");
  expect(wordsOf({ ...need("renewal", "Seats"), detail: "renew" }).detail).toBe("Renews on 20/11/2026");
  expect(wordsOf(need("failedService")).detail).toBe("The vendor could not complete the change.");
  expect(wordsOf(need("overdueInvoice", "INV-7"))).toEqual({
    title: "Invoice INV-7",
    detail: "Was due on 20/11/2026",
    action: "Open invoice",
  });
});

test("people handle invitations of the kinds they may invite; a customer's admin none of engineers", () => {
  const rights = new Set(["createResellerEngineer", "createCustomerAdmin", "manageUsers"] as const);
  expect(invitesOf({ kind: "reseller", rights })).toEqual(["engineer", "endUserAdmin", "endUser"]);
  expect(invitesOf({ kind: "endUserAdmin", rights })).toEqual(["endUserAdmin", "endUser"]);
  expect(invitesOf({ kind: "engineer", rights: new Set() })).toEqual([]);
});

test("first steps are those a person may take", () => {
  expect(firstStepsOf(new Set(["addProducts"]))).toEqual(["agreement", "product"]);
});

test("spend has every month from the first to the current one", () => {
  expect(spendByMonth([], "2026-11-22")).toEqual([]);
  expect(
    spendByMonth(
      [
        { month: "2026-08", net: 5n },
        { month: "2026-10", net: 7n },
      ],
      "2026-11-01",
    ),
  ).toEqual([
    { month: "2026-08", net: 5n },
    { month: "2026-09", net: 0n },
    { month: "2026-10", net: 7n },
    { month: "2026-11", net: 0n },
  ]);
});
