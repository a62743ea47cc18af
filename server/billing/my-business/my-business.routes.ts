import { myBusiness } from "@tradewind/contract/billing/my-business.ts";
import { euCountries } from "@tradewind/domain/billing/vat.ts";
import { answer } from "../../platform/http.ts";
import {
  askForChange,
  businessOf,
  changeBusiness,
  decideChange,
  isVatNumberWrong,
  toRequest,
  withdrawChange,
} from "./my-business.actions.ts";
import { listQueue, listRegisteredIn, listUnaddressed } from "./my-business.store.ts";

export const myBusinessRoutes = [
  answer(myBusiness.current, (context) => businessOf(context.db, context)),
  answer(myBusiness.change, (doing, { body }) => changeBusiness(doing, body)),
  answer(myBusiness.ask, (doing, { body }) => askForChange(doing, body)),
  answer(myBusiness.withdraw, (doing) => withdrawChange(doing)),
  answer(myBusiness.requests, async ({ db }, { query }) => ({
    Items: (await listQueue(db, query.Status === "waiting")).map((row) => ({
      ...toRequest(row),
      ResellerId: row.reseller_id,
      Reseller: row.reseller_name,
    })),
    WrongVatNumbers: (await listRegisteredIn(db, [...euCountries]))
      .filter(isVatNumberWrong)
      .map(({ name, vat_number }) => ({ Reseller: name, VatNumber: vat_number! })),
    WithoutAddress: (await listUnaddressed(db)).map(({ name }) => name),
  })),
  answer(myBusiness.decide, async (doing, { params, body }) => {
    await decideChange(doing, params.businessRequestId, body.Accept, body.Note);
    return {};
  }),
];
