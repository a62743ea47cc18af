import type { ReactNode } from "react";
import { cx } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";

/** Shows a grey placeholder. Give it the size of the content to come. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx("shimmer block h-4", className)} />;
}

/** Set `page` if nothing else is on the page: the title is then its heading. */
type StateProps = {
  icon?: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  tight?: boolean;
  page?: boolean;
};

/** Says what this is, why it is empty, and the one thing to do next. */
export function EmptyState({ icon = "document", title, children, action, tight, page }: StateProps) {
  const Title = page ? "h1" : "p";
  return (
    <div className={cx("grid justify-items-center gap-1 px-6 text-center", tight ? "py-8" : "py-16")}>
      <span className="mb-2 grid size-10 place-items-center rounded-full bg-sunken text-muted">
        <Icon name={icon} size={18} />
      </span>
      <Title className="text-md font-semibold">{title}</Title>
      {children && <div className="max-w-md text-muted">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

/** Says what happened, what it means, what to do next, and the number support asks for. */
export function ErrorState({
  title = "This could not be loaded",
  children,
  reference,
  action,
  tight,
  page,
}: ErrorProps) {
  const Title = page ? "h1" : "p";
  return (
    <div role="alert" className={cx("grid justify-items-center gap-1 px-6 text-center", tight ? "py-8" : "py-16")}>
      <span className="mb-2 grid size-10 place-items-center rounded-full bg-danger-soft text-danger">
        <Icon name="alert" size={18} />
      </span>
      <Title className="text-md font-semibold">{title}</Title>
      {children && <div className="max-w-md text-muted">{children}</div>}
      {reference && <p className="text-sm text-muted">Reference {reference}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
type ErrorProps = Omit<StateProps, "title" | "icon"> & { title?: string; reference?: string };
