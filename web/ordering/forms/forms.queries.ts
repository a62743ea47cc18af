import { faultsOf, type FormValues } from "@tradewind/domain/catalogue/forms.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { forms } from "@tradewind/contract/ordering/forms.ts";

/** Fetches a dynamic form along with its validator, which is large and so is loaded with the first form. */
export const dynamicFormQuery = (formId: string) =>
  queryOptions({
    queryKey: ["forms", formId],
    queryFn: async ({ signal }) => {
      const [form, { shapeOfForm }, { matchesLinearly }] = await Promise.all([
        call(forms.dynamicForm, { params: { formId }, signal }),
        import("@tradewind/contract/catalogue/form-wire.ts"),
        import("../../shared/schema/linear-pattern.ts"),
      ]);
      const shape = shapeOfForm(form);
      return { shape, faults: (values: FormValues) => faultsOf(shape, values, matchesLinearly) };
    },
  });
export const serviceButtonsQuery = (instanceId: string) =>
  queryOptions({
    queryKey: ["services", "buttons", instanceId],
    queryFn: async ({ signal }) => (await call(forms.buttons, { params: { instanceId }, signal })).Buttons,
  });
