import { screens } from "@tradewind/contract/screens.ts";
import type { FirstStep } from "@tradewind/domain/insight/dashboard.ts";
import { useQuery } from "@tanstack/react-query";
import { Button, buttonClass } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { Card } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { analyticsData } from "../../platform/usage.ts";
import { useSession } from "../../platform/session.ts";
import { openAddProduct } from "../../shared/add-product.ts";
import { appLink } from "../../shared/link-render.tsx";
import { beginningQuery } from "./dashboard.queries.ts";

type Words = { title: string; about: string; action: string; href?: string };

const words: Record<FirstStep, Words> = {
  agreement: {
    title: "Sign the marketplace's agreement",
    about: "It applies to everything you order here.",
    action: "Sign agreement",
    href: screens.serviceAgreements.path,
  },
  customer: {
    title: "Add your first customer",
    about: "A company you look after, with its address and a contact.",
    action: "Add customer",
    href: screens.addCustomer.path,
  },
  product: {
    title: "Add a product for it",
    about: "You see the price before you order anything.",
    action: "Add product",
  },
  colleague: {
    title: "Invite a colleague",
    about: "They receive an email and choose their own password.",
    action: "Invite a colleague",
    href: screens.inviteColleague.path,
  },
};

/** Shows a new reseller's first steps. The first open step has the only primary button. */
export function FirstStepsCard() {
  const { User } = useSession();
  const staff = User.Kind === "reseller" || User.Kind === "engineer";
  const { data, isPending } = useQuery({ ...beginningQuery, enabled: staff });
  if (!staff) return null;
  if (isPending) return <Skeleton className="h-72 rounded-card" />;
  const steps = data?.Steps ?? [];
  const next = steps.find(({ Done }) => !Done)?.Step;
  if (!next) return null;
  const done = steps.filter(({ Done }) => Done).length;
  return (
    <Card title="First steps" about={`${done} of ${steps.length} done`} flush>
      <ol className="border-t border-line">
        {steps.map(({ Step: step, Done }) => (
          <li
            key={step}
            className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3 last:border-0 max-md:px-4"
          >
            <Icon name={Done ? "checkCircle" : "minus"} size={20} className={Done ? "text-success" : "text-muted"} />
            <div className="grid min-w-48 flex-1">
              <span className={cx("font-medium", Done && "text-muted")}>{words[step].title}</span>
              <span className="text-sm text-muted">{Done ? "Done" : words[step].about}</span>
            </div>
            {!Done && <StepAction {...words[step]} primary={step === next} />}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function StepAction({ action, href, primary }: Words & { primary: boolean }) {
  const variant = primary ? "primary" : "secondary";
  return (
    <span className="max-md:pl-9" {...analyticsData({ Action: action, Page: "Dashboard", Campaign: "First steps" })}>
      {href ? (
        appLink({ href, className: buttonClass(variant), onClick: () => {}, children: action })
      ) : (
        <Button variant={variant} onClick={() => openAddProduct()}>
          {action}
        </Button>
      )}
    </span>
  );
}
