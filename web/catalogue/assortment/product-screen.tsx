import { linkTo } from "@tradewind/contract/address.ts";
import type { AssortedProduct } from "@tradewind/contract/catalogue/assortment.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useSession } from "../../platform/session.ts";
import { useCrumb } from "../../shared/crumb.ts";
import { ProductIcon } from "../../shared/product-icon.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { useParamsOf, useSearchOf } from "../../shared/screen-address.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { assortedProductQuery } from "./assortment.queries.ts";
import { FixedFacts } from "./fixed-facts.tsx";
import { PictureCard } from "./picture-card.tsx";
import { PlansPanel } from "./plans-panel.tsx";
import { saleState } from "./sale-words.ts";
import type { Sold } from "./withdraw-dialog.tsx";
import { WordsForm } from "./words-form.tsx";

const WithdrawDialog = lazy(async () => ({ default: (await import("./withdraw-dialog.tsx")).WithdrawDialog }));
const BringBackDialog = lazy(async () => ({ default: (await import("./withdraw-dialog.tsx")).BringBackDialog }));

/** Shows all that the operator may say and sell of a product, and what comes with the release. */
export function AssortedProductScreen() {
  const { productId } = useParamsOf(screens.assortedProduct);
  const { data, error, refetch } = useQuery(assortedProductQuery(productId));
  useCrumb(data && nameOf(data));
  if (error && !data)
    return <QueryError page list={screens.assortment.path} error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div aria-hidden="true" className="grid gap-6">
        <Skeleton className="h-16" />
        <Skeleton className="h-96" />
      </div>
    );
  return <Product key={productId} product={data} />;
}

const nameOf = ({ Words, ProductId }: AssortedProduct) => Words?.Name ?? ProductId;

function Product({ product }: { product: AssortedProduct }) {
  const { Today } = useSession();
  const navigate = useNavigate();
  const { Tab: tab } = useSearchOf(screens.assortedProduct);
  const [task, setTask] = useState<{ name: "withdraw" | "bringBack"; what: Sold }>();
  const { ProductId: productId, Words, ShippedWords, Withdrawal, Customers, Vendor, ChangedAt } = product;
  const { tone, word } = saleState("product", { isOn: product.IsShown, withdrawal: Withdrawal }, Today);
  const whole = { offerId: null, name: nameOf(product), withdrawal: Withdrawal };
  const close = () => setTask(undefined);
  return (
    <>
      <PageHeader
        title={
          <span className="flex items-center gap-3">
            <ProductIcon icon={product.Icon} name={nameOf(product)} image={product.ImageSrc} alt={product.ImageAlt} />
            {nameOf(product)}
          </span>
        }
        about={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <StatusDot tone={tone}>{word}</StatusDot>
            <span>
              {Vendor && `${Vendor} · `}
              {Customers === 1 ? "1 customer has it" : `${Customers.toLocaleString("en-GB")} customers have it`}
            </span>
            {ChangedAt && <span>Changed {formatDateTime(ChangedAt)}</span>}
          </span>
        }
        actions={
          Words && (
            <>
              {Withdrawal && <Button onClick={() => setTask({ name: "bringBack", what: whole })}>Bring back</Button>}
              <Button onClick={() => setTask({ name: "withdraw", what: whole })}>
                {Withdrawal ? "Change days" : "Hide from resellers"}
              </Button>
            </>
          )
        }
      />
      {Words && ShippedWords ? (
        <Tabs
          label="Product"
          tabs={[
            { id: "words", label: "Words and picture" },
            { id: "plans", label: "Plans and offers", count: product.Plans.length },
          ]}
          value={tab ?? "words"}
          onValue={(id) =>
            void navigate({
              to: linkTo(screens.assortedProduct, { productId }),
              search: id === "plans" ? { tab: id } : {},
              replace: true,
            })
          }
        >
          {tab === "plans" ? (
            <PlansPanel product={product} onAct={(name, what) => setTask({ name, what })} />
          ) : (
            <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_400px]">
              <WordsForm product={product} words={Words} shipped={ShippedWords} />
              <div className="grid min-w-0 gap-4">
                <PictureCard product={product} />
                <FixedFacts product={product} />
              </div>
            </div>
          )}
        </Tabs>
      ) : (
        <div className="grid gap-4">
          <Alert type="info" title="This product is only a name">
            Services of other products are known by it. Nothing of it can be ordered, so nothing is said of it.
          </Alert>
          <FixedFacts product={product} />
        </div>
      )}
      <Suspense fallback={null}>
        {task?.name === "withdraw" && <WithdrawDialog product={product} what={task.what} onClose={close} />}
        {task?.name === "bringBack" && <BringBackDialog product={product} what={task.what} onClose={close} />}
      </Suspense>
    </>
  );
}
