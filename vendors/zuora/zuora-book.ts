/** Reads what moved by Zuora: payments and their refunds. Where the money lies and what it costs, the bank behind it knows. */
import type { Currency } from "@tradewind/domain/values/money.ts";
import { z } from "zod";
import { isOurs, type BookMovement, type GatewayBook } from "../gateway-books.ts";
import { VendorRefusal } from "../http.ts";
import { VendorUnavailable } from "../vendor.ts";
import type { ZuoraCall } from "./zuora-api.ts";

/** As many as a page of Zuora's has. */
const pageSize = 40;
const common = {
  id: z.string(),
  status: z.string(),
  amount: z.number(),
  currency: z.string(),
  createdDate: z.string(),
  updatedDate: z.string(),
};
const paymentsShape = z.looseObject({
  payments: z.array(z.looseObject({ ...common, gatewayOrderId: z.string().nullish() })),
});
const refundsShape = z.looseObject({ refunds: z.array(z.looseObject({ ...common, paymentId: z.string().nullish() })) });
type Row = { id: string; status: string; amount: number; currency: Currency; createdDate: string };

/** Zuora writes its own time without a zone. */
const instantOf = (text: string) => new Date(`${text.replace(" ", "T")}Z`).toISOString();
const done: ReadonlySet<string> = new Set(["Processed", "Posted"]);

export function zuoraBook(call: ZuoraCall): GatewayBook {
  const query = (page: number) =>
    new URLSearchParams({ page: String(page), pageSize: String(pageSize), sort: "-updatedDate" }).toString();

  const moved = (row: Row, kind: "payment" | "refund", paymentRef: string | null, key: string | null): BookMovement => {
    const minor = done.has(row.status) ? BigInt(Math.round(row.amount * 100)) : 0n;
    return {
      ref: row.id,
      kind,
      paymentRef,
      key: z.uuid().safeParse(key).data ?? null,
      payoutRef: null,
      amount: { minor: kind === "payment" ? minor : -minor, currency: row.currency },
      feeMinor: 0n,
      at: instantOf(row.createdDate),
      words: null,
    };
  };
  async function payments(page: number) {
    const { payments: rows } = await call("GET", `/v1/payments?${query(page)}`, paymentsShape);
    return {
      rows,
      movements: rows.filter(isOurs).map((row) => moved(row, "payment", row.id, row.gatewayOrderId ?? null)),
    };
  }
  async function refunds(page: number) {
    const { refunds: rows } = await call("GET", `/v1/refunds?${query(page)}`, refundsShape);
    return { rows, movements: rows.filter(isOurs).map((row) => moved(row, "refund", row.paymentId ?? null, null)) };
  }

  return {
    id: "zuora",
    name: "Zuora",
    async read(since, at) {
      const [list, number] = (at ?? "payments|1").split("|");
      const page = Number(number);
      const found = await (list === "refunds" ? refunds(page) : payments(page)).catch((error: unknown) => {
        if (error instanceof VendorRefusal) throw new VendorUnavailable(error.message, { cause: error });
        throw error;
      });
      // What changed last comes first.
      const last = found.rows.at(-1);
      const isOver = found.rows.length < pageSize || Date.parse(instantOf(last!.updatedDate)) < since.getTime();
      const next = isOver ? (list === "payments" ? "refunds|1" : null) : `${list}|${page + 1}`;
      return { movements: found.movements, payouts: [], next };
    },
  };
}
