import { myServices, type HolderSort, type ListId } from "@tradewind/contract/ordering/my-services.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

/** Fetches the products of which there are services. It adds up, so that it has the first key of what may wait. */
export const myServicesQuery = queryOptions({
  queryKey: ["services", "totals", "mine"],
  queryFn: async ({ signal }) => (await call(myServices.list, { signal })).Items,
});

/** Fetches how my services are shown and the lists of one product, which only a deployment or the operator changes. */
export const shownQuery = (productId: string) =>
  queryOptions({
    queryKey: ["my-services", "shown", productId],
    queryFn: async ({ signal }) => {
      const [settings, { CustomerLists }] = await Promise.all([
        call(myServices.settings, { signal }),
        call(myServices.schema, { params: { productId }, signal }),
      ]);
      return { ...settings, CustomerLists };
    },
  });

export const holdersQuery = (productId: string, Search: string, Sort: HolderSort) =>
  pagesOf(["services", "list", "holders", productId, Search, Sort], (After, signal) =>
    call(myServices.customers, { params: { productId }, query: { Search, Sort, After }, signal }),
  );

export type OfList = { productId: string; customerId: string; listId: ListId; assigned: boolean };

/** Fetches a customer's list: its columns, its rows, and what can be done to it as a whole. */
export const customerListQuery = ({ productId, customerId, listId, assigned }: OfList) =>
  queryOptions({
    queryKey: ["services", "my-list", productId, customerId, listId, assigned],
    queryFn: async ({ signal }) => {
      const query = { AssignedLicences: assigned ? "true" : "false" } as const;
      const params = { productId, customerId, listId };
      const [{ Columns }, { Items }, { Buttons }] = await Promise.all([
        call(myServices.listSchema, { params: { productId, listId }, query, signal }),
        call(myServices.details, { params, query, signal }),
        call(myServices.buttons, { params, signal }),
      ]);
      return { Columns, Items, Buttons };
    },
  });

/** Fetches what can be done to one row of a customer's list. */
export const detailButtonsQuery = ({ productId, customerId, listId }: OfList, detailId: string) =>
  queryOptions({
    queryKey: ["services", "list-buttons", productId, customerId, listId, detailId],
    queryFn: async ({ signal }) =>
      (await call(myServices.detailButtons, { params: { productId, customerId, listId, detailId }, signal })).Buttons,
  });
