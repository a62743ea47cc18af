import { monolithPsa, psa, type PsaCalls } from "@tradewind/contract/psa/psa.ts";
import { seesPrices } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import { mustBeOn } from "../integration/integration.actions.ts";
import { findBilled } from "../matching/matching.store.ts";
import { listLines, type LineRow } from "./service.store.ts";

const optionOf = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? id });

const lineOf = (row: LineRow, isPriced: boolean) => ({
  id: row.id,
  psaCustomer: optionOf(row.company_ref, row.company),
  cmCustomer: optionOf(row.customer_id, row.customer),
  agreement: { id: row.agreement_ref, name: row.agreement ?? row.agreement_ref },
  name: row.name,
  quantity: row.quantity,
  unitPrice: isPriced ? row.unit_price : null,
  from: row.from_on,
  until: row.until_on,
});

const routesOf = (calls: PsaCalls) => [
  answer(calls.service, async ({ db, actor }, { params }) => {
    const scope = { resellerId: actor.resellerId, source: (await mustBeOn(db, actor)).source };
    const found = orNotFound(await findBilled(db, scope, params.service));
    const lines = found.option_id === null ? [] : await listLines(db, scope, found.option_id);
    return {
      response: {
        id: found.id,
        name: found.name,
        selectedOption: optionOf(found.option_id, found.option_name),
        ignored: found.ignored,
        lines: lines.map((line) => lineOf(line, seesPrices(actor))),
      },
    };
  }),
];

export const serviceRoutes = [...routesOf(psa), ...routesOf(monolithPsa)];
