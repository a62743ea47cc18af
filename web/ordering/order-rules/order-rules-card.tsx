import type { OrderRules } from "@tradewind/contract/ordering/order-rules.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { Card, Facts } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { OrderRulesDialog } from "./order-rules-dialog.tsx";
import { orderRulesQuery } from "./order-rules.queries.ts";

type Role = "Admins" | "Colleagues";

function ruleWords(rules: OrderRules, role: Role): string {
  if (rules[role] === "freely") return "Freely";
  if (rules[role] === "byRequest") return "Only by request";
  const amount = (whole: number) => formatMoney({ Minor: String(whole * 100), Currency: rules.Currency });
  const spent = rules.Spent ? `, ${formatMoney(rules.Spent[role])} so far in this month` : "";
  return `Up to ${amount(rules[`${role}Limit`]!)} a month without asking${spent}`;
}

/** What may be ordered for a customer without asking, and a way to change it. */
export function OrderRulesCard({ customerId, customerName }: { customerId: string; customerName: string }) {
  const { data, error, refetch } = useQuery(orderRulesQuery(customerId));
  const [isOpen, setOpen] = useState(false);
  if (error && !data) return <QueryError tight error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-32" />;
  return (
    <Card
      title="Orders without asking"
      about="Whatever goes beyond this is sent to you as a request."
      actions={
        <Button size="small" onClick={() => setOpen(true)}>
          Change
        </Button>
      }
    >
      <Facts
        facts={[
          { label: "Its admins order", value: ruleWords(data, "Admins") },
          { label: "Your people order for it", value: ruleWords(data, "Colleagues") },
          {
            label: "Who approves",
            value: data.SecondPerson ? "Somebody else than who asked" : "Anybody of you who may order",
          },
        ]}
      />
      {isOpen && <OrderRulesDialog {...{ customerId, customerName }} rules={data} onClose={() => setOpen(false)} />}
    </Card>
  );
}
