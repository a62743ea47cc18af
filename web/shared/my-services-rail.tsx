import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { InstanceMark } from "@tradewind/domain/catalogue/instances.ts";
import { useQuery } from "@tanstack/react-query";
import { cx } from "../ui/class-names.ts";
import { Skeleton } from "../ui/placeholder.tsx";
import { appLink } from "./link-render.tsx";
import { ProductIcon } from "./product-icon.tsx";
import { myServicesQuery } from "../ordering/my-services/my-services.queries.ts";

export const productAddress = (productId: string): string =>
  linkTo(screens.servicesOfProduct, { type: "product", productId });

const lineClass = (isOpen: boolean) =>
  cx(
    "flex min-h-11 items-center gap-3 rounded-control px-2 py-1 outline-offset-0",
    isOpen ? "bg-accent-soft font-medium text-accent-text" : "hover:bg-sunken",
  );

const troubles = {
  amber: { words: "Something changes", colour: "bg-warning" },
  red: { words: "Something failed", colour: "bg-danger" },
} as const;
const isTrouble = (mark: InstanceMark): mark is keyof typeof troubles => Object.hasOwn(troubles, mark);

/** The products of which there are services, beside a list of them: all together, or one by its customers. */
export function MyServicesRail({ open }: { open?: string }) {
  const { data } = useQuery(myServicesQuery);
  if (data?.length === 0) return null;
  const line = (key: string | undefined, href: string, label: React.ReactNode) => (
    <li key={key ?? "all"} aria-current={open === key ? "page" : undefined}>
      {appLink({ href, className: lineClass(open === key), onClick: () => {}, children: label })}
    </li>
  );
  return (
    <nav aria-label="Services by product" className="max-lg:hidden">
      <ul className="sticky top-[calc(var(--header)+1rem)] grid max-h-[calc(100dvh-var(--header)-2rem)] grid-cols-[minmax(0,1fr)] gap-0.5 overflow-y-auto p-0.5">
        {line(undefined, screens.services.path, <span className="px-1">All services</span>)}
        {data
          ? data.map(({ Id, Name, Icon, Services, Mark }) =>
              line(
                Id,
                productAddress(Id),
                <>
                  <ProductIcon icon={Icon} name={Name} />
                  <span className="min-w-0 flex-1 truncate" title={Name}>
                    {Name}
                  </span>
                  {isTrouble(Mark) && (
                    <span
                      role="img"
                      aria-label={troubles[Mark].words}
                      title={troubles[Mark].words}
                      className={cx("size-2 shrink-0 rounded-full", troubles[Mark].colour)}
                    />
                  )}
                  <span className="figures text-sm text-muted">{Services.toLocaleString("en-GB")}</span>
                </>,
              ),
            )
          : [0, 1, 2].map((at) => (
              <li key={at} aria-hidden="true">
                <Skeleton className="h-9" />
              </li>
            ))}
      </ul>
    </nav>
  );
}
