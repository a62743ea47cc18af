import type { Journey } from "@tradewind/contract/ordering/orders.ts";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { PageHeader } from "../../ui/page.tsx";
import { customerAddress } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { orderQuery } from "../services/services.queries.ts";
import { linesAgain, type LinesAgain } from "./journey-answers.ts";
import { JourneySkeleton } from "./journey-skeleton.tsx";
import { JourneyWizard } from "./journey-wizard.tsx";

/** `again` is an order of which the same is bought once more. */
type Props = Omit<ComponentProps<typeof JourneyWizard>, "again"> & { title: string; again: string | undefined };

/** A journey step by step, under what it does for whom. */
export function JourneySteps({ title, again: orderId, ...drawn }: Props) {
  const { journey } = drawn;
  const again = useQuery({ ...orderQuery(orderId ?? ""), enabled: orderId !== undefined });
  if (again.isLoading) return <JourneySkeleton />;
  return (
    <>
      <PageHeader
        title={title}
        about={
          <>
            for <TextLink to={customerAddress(journey.Customer.Id)}>{journey.Customer.Name}</TextLink>
            {again.data?.Again && ` · ${againWords(journey, again.data.Number, again.data.Again.Lines)}`}
          </>
        }
      />
      <JourneyWizard {...drawn} again={again.data?.Again?.Lines} />
    </>
  );
}

/** Says what is chosen already, and how much of it is no longer sold. */
function againWords(journey: Journey, number: string, lines: LinesAgain): string {
  const gone = lines.length - linesAgain(journey, lines).length;
  const chosen = `as in order ${number}, at today’s prices`;
  return gone === 0
    ? chosen
    : `${chosen}; ${gone === 1 ? "one line is" : `${gone} lines are`} no longer sold like that`;
}
