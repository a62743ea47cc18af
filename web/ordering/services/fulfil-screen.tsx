import type { OrderPage } from "@tradewind/contract/ordering/order-page.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { answersOf, isInput, withStarts, type FormShape, type FormValues } from "@tradewind/domain/catalogue/forms.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import { useDraft } from "../../shared/draft.ts";
import { useCrumb } from "../../shared/crumb.ts";
import { customerAddress, orderAddress } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { SchemaForm } from "../../shared/schema/schema-form.tsx";
import { useParamsOf } from "../../shared/screen-address.ts";
import { sentence } from "../../shared/service-status.tsx";
import { dynamicFormQuery } from "../forms/forms.queries.ts";
import { ServiceSkeleton } from "./service-screen.tsx";
import { orderQuery } from "./services.queries.ts";

/** `cs/fulfill-service/{orderId}`: gives whoever is at work on an order what it still needs, such as the right domain. */
export function FulfilScreen() {
  const { ctx, orderId } = useParamsOf(screens.fulfilService);
  const { data: order, error, refetch } = useQuery(orderQuery(orderId));
  // What somebody is answering stays when our team is done meanwhile.
  const [begun, setBegun] = useState<NonNullable<OrderPage["Form"]>>();
  if (order?.Form && !begun) setBegun(order.Form);
  const form = begun ?? order?.Form;
  const asked = useQuery({ ...dynamicFormQuery(form?.FormId ?? ""), enabled: Boolean(form) });
  useCrumb(order && `Complete order ${order.Number}`, order?.CustomerName);
  const failed = order ? asked.error && !asked.data && asked : error && { error, refetch };
  if (failed)
    return <QueryError page list={customerAddress(ctx)} error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!order) return <ServiceSkeleton />;
  if (!form) return <NothingMore order={order} />;
  if (!asked.data) return <ServiceSkeleton />;
  return <FulfilForm order={order} answered={form.Answers} {...asked.data} />;
}

const NothingMore = ({ order }: { order: OrderPage }) => (
  <EmptyState
    page
    title="This order needs nothing more"
    action={<TextLink to={orderAddress(order.CustomerId, order.Id)}>Show the order</TextLink>}
  >
    Answers can be changed while our team is at work on an order that asks for them.
  </EmptyState>
);

type FormProps = {
  order: OrderPage;
  answered: FormValues;
  shape: FormShape;
  faults: (values: FormValues) => Record<string, string>;
};

function FulfilForm({ order, answered, shape, faults }: FormProps) {
  const navigate = useNavigate();
  const start = useMemo(() => withStarts(shape, answered), [shape, answered]);
  const isSecret = (name: string) => shape.fields.some((field) => field.name === name && field.kind === "password");
  // Only what was typed: the rest is as the order says when the page is opened again.
  const [typed, setTyped, forget] = useDraft<FormValues>(`fulfil/${order.Id}`, {}, { untilLeft: true });
  const [secrets, setSecrets] = useState<FormValues>({});
  const values = { ...start, ...typed, ...secrets };
  const [tried, setTried] = useState(false);
  const place = orderAddress(order.CustomerId, order.Id);
  const write = useWrite(orders.answer, {
    refreshes: ["orders", "services"],
    shown: true,
    onDone: () => {
      forget();
      toast("Our team has your answers");
      void navigate({ href: place });
    },
  });
  const problems = faults(values);
  const isLate = order.Form === null || write.error?.code === "orderNotWaiting";
  const isTyped = JSON.stringify(values) !== JSON.stringify(start);
  if (isLate && !isTyped) return <NothingMore order={order} />;
  return (
    <>
      <PageHeader
        title={`Complete order ${order.Number}`}
        about={
          <>
            {order.ProductName} for <TextLink to={customerAddress(order.CustomerId)}>{order.CustomerName}</TextLink>
          </>
        }
      />
      {isLate && (
        <div className="mb-5">
          <Alert
            type="warning"
            title="Our team has finished this order, and your answers were not sent"
            action={<CopyButton text={inWords(shape, values)} label="Copy answers" />}
            live
          >
            They stay here as you typed them. If something still has to change, copy them and write to our team.
          </Alert>
        </div>
      )}
      {order.Message && !isLate && (
        <div className="mb-5">
          <Alert type="info" title="Our team is at work on it">
            {sentence(order.Message)}
          </Alert>
        </div>
      )}
      <Card>
        <form
          noValidate
          className="grid max-w-xl gap-5 pt-2"
          onSubmit={(event) => {
            event.preventDefault();
            setTried(true);
            if (Object.keys(problems).length === 0 && !isLate)
              write.mutate({ params: { orderId: order.Id }, body: { Answers: answersOf(shape, values) } });
          }}
        >
          {write.error && !isLate && (
            <Alert type="error" live>
              {write.error.message}
            </Alert>
          )}
          <SchemaForm
            shape={shape}
            values={values}
            problems={{ ...write.error?.fields, ...(tried ? problems : {}) }}
            onValue={(name, value) =>
              (isSecret(name) ? setSecrets : setTyped)((before) => ({ ...before, [name]: value }))
            }
          />
          <div className="flex flex-wrap items-center gap-4">
            {!isLate && (
              <Button variant="primary" type="submit" busy={write.isPending}>
                Send answers
              </Button>
            )}
            <TextLink to={place}>Show the order</TextLink>
          </div>
        </form>
      </Card>
    </>
  );
}

/** Returns a line for each answer, but for secrets. */
const inWords = (shape: FormShape, values: FormValues): string =>
  shape.fields
    .filter((field) => isInput(field) && field.kind !== "password")
    .map(({ name, label, options }) => {
      const value = String(values[name] ?? "");
      return `${label}: ${options?.find((option) => option.value === value)?.label ?? value}`;
    })
    .join("\n");
