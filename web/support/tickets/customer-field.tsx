import { tickets } from "@tradewind/contract/support/tickets.ts";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { Combobox } from "../../ui/combobox.tsx";
import { subjectQuery } from "./tickets.queries.ts";

type Props = {
  label: string;
  customerId: string;
  onCustomer: (customerId: string) => void;
  quietLabel?: boolean;
  optional?: boolean;
  hint?: string;
  error?: string;
  placeholder?: string;
  className?: string;
};

/** Chooses a customer by name; one chosen already is given by its id. */
export function CustomerField({ customerId, onCustomer, ...field }: Props) {
  const { data } = useQuery(subjectQuery(customerId));
  return (
    <Combobox
      {...field}
      value={customerId === "" ? null : { id: customerId, label: data?.CustomerName ?? "…" }}
      onValue={(option) => onCustomer(option?.id ?? "")}
      search={async (Search, signal) => {
        const { Items } = await call(tickets.customers, { query: { Search }, signal });
        return Items.map((item) => ({ id: item.Id, label: item.Name }));
      }}
    />
  );
}
