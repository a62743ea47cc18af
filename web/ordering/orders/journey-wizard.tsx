import type { Journey } from "@tradewind/contract/ordering/orders.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Wizard } from "../../ui/wizard.tsx";
import { serviceAddress } from "../../shared/customer-context.ts";
import { LeaveGuard } from "../../shared/leave-guard.tsx";
import { AskNote } from "../../shared/proposal/ask-note.tsx";
import { MovedAlert } from "../../shared/proposal/moved-alert.tsx";
import { ProposalPanel, ProposalSummary } from "../../shared/proposal/proposal-panel.tsx";
import { RefusalAlert } from "../../shared/proposal/refusal-alert.tsx";
import { tellPlaced } from "../../shared/proposal/undo-words.ts";
import { useCommit } from "../../shared/proposal/use-commit.ts";
import { useProposal } from "../../shared/proposal/use-proposal.ts";
import { dynamicFormQuery } from "../forms/forms.queries.ts";
import type { TenantAnswer } from "./carried-answers.ts";
import { changeOf, detailsOf, wantedOf, withAttributes } from "./journey-change.ts";
import { JourneyStepBody } from "./journey-step-body.tsx";
import { linesAskedIn, type GoingUp, type LinesAgain } from "./journey-answers.ts";
import { problemsOfLine, problemsOfSite } from "./line-problems.ts";
import type { DrawnStep } from "./journey-steps.ts";
import { useJourney } from "./use-journey.ts";
import { ownCallOf } from "./own-call.ts";
import { useTenantOnItsWay } from "./use-tenant-on-its-way.ts";

type Props = {
  journey: Journey;
  userId: string | undefined;
  carried: Readonly<Record<string, string>>;
  /** What an earlier order bought, to be chosen at the start. */
  again: LinesAgain | undefined;
  goingUp: GoingUp | undefined;
  tenantAnswer: TenantAnswer | undefined;
  /** Draws the journey anew once the customer has a tenant. */
  onTenant: () => void;
};

const ExistingTenant = lazy(async () => ({ default: (await import("./existing-tenant.tsx")).ExistingTenant }));

const hasEntries = (record: object) => Object.keys(record).length > 0;

const verbs = { Add: "Place order", Modify: "Confirm change", Delete: "Delete service" } as const;
const done = { Add: "The order was placed", Modify: "The change was placed", Delete: "The service is being deleted" };

/** The wizard for every product: steps from the server, prices beside them, the order at the end. */
export function JourneyWizard({ journey, userId, carried, again, goingUp, tenantAnswer, onTenant }: Props) {
  const navigate = useNavigate();
  const placed = useRef(false);
  const formId = journey.Steps.find((each) => each.FormId !== null)?.FormId;
  const form = useQuery({ ...dynamicFormQuery(formId ?? ""), enabled: formId !== undefined });
  const state = useJourney(journey, { carried, again, goingUp }, form.data);
  const { answers, steps, step } = state;
  const change = changeOf(journey, answers);
  const wanted = change && wantedOf(journey, change, { userId, goingUp });
  const live = useProposal(wanted);
  const details = detailsOf(journey, answers);
  const own = ownCallOf(journey, answers, change, details);
  const order = change && wantedOf(journey, withAttributes(journey, change, answers), { userId, goingUp }, details);
  const commit = useCommit(
    order,
    live.proposal,
    ({ InstanceId, OrderId }, promised) => {
      placed.current = true;
      tellPlaced(done[journey.Action], journey.Customer.Id, OrderId, promised);
      void navigate({ to: serviceAddress(journey.Customer.Id, InstanceId), replace: true });
    },
    (to) => {
      placed.current = true;
      void navigate({ to, replace: true });
    },
    own,
  );
  const [shown, setShown] = useState<Readonly<Record<string, string>>>({});

  const tenant = useTenantOnItsWay(journey, tenantAnswer);
  const { vendor, request } = tenant;
  const bringing = state.first && tenant.isComing;

  // Show a refusal about a field on that field, in its step.
  const fields = commit.refusal?.fields;
  const stepAbout = (about: Readonly<Record<string, string>>): DrawnStep | undefined =>
    steps.find(
      (each) =>
        each.Fields.some((field) => field.Name in about) ||
        (each.Kind === 2 && Object.keys(about).some((field) => field.startsWith("Change.Targets."))) ||
        linesAskedIn(journey, answers, each).some((line) => hasEntries(problemsOfLine(about, answers, line))) ||
        (each.Component === "sites" &&
          answers.sites.some((_, at) => hasEntries(problemsOfSite(journey, answers, at, about)))) ||
        (each.FormId !== null && form.data?.shape.fields.some(({ name }) => name in about)),
    );
  const showFields = useEffectEvent((about: Readonly<Record<string, string>>) => {
    const concerned = stepAbout(about);
    if (!concerned) return;
    setShown(about);
    state.go(concerned.id, { fields: about });
  });
  useEffect(() => {
    if (fields) showFields(fields);
  }, [fields]);

  const proposal = commit.promised;
  const blocked = proposal?.Findings.some((finding) => finding.Blocks) ?? false;
  const review = step.Component === "review" || state.last;
  const panel = { ...live, proposal };
  const refusalHasField = commit.refusal && stepAbout(commit.refusal.fields) !== undefined;

  return (
    <>
      <Wizard
        label="Steps of the order"
        steps={steps.filter((each) => !each.hidden).map((each) => ({ id: each.id, title: each.Title }))}
        at={step.id}
        onStep={(id) => state.go(id)}
        onBack={state.first ? undefined : state.back}
        onNext={
          bringing
            ? undefined
            : () => {
                if (state.forward()) commit.send();
              }
        }
        nextLabel={
          review ? (commit.asks ? "Send request" : commit.moved ? "Confirm again" : verbs[journey.Action]) : "Next"
        }
        nextDisabled={review && (proposal === undefined || live.stale || blocked)}
        busy={commit.busy}
        aside={
          <ProposalPanel
            state={panel}
            title={journey.Action === "Delete" ? "What you get back" : undefined}
            waiting={
              journey.Action === "Modify"
                ? "Change a quantity to see the charge or credit."
                : "Choose a product to see its price."
            }
          />
        }
        summary={<ProposalSummary state={panel} />}
      >
        <div className="grid gap-5">
          <div className="grid gap-1">
            <h2 className="text-lg">{step.Title}</h2>
            {step.Text && !bringing && <p className="text-muted">{step.Text}</p>}
          </div>
          {state.first && vendor !== null && (bringing || !tenant.isNew) && (
            <Suspense fallback={null}>
              <ExistingTenant {...{ journey, vendor, request }} onConnected={onTenant} onNew={tenant.onNew} />
            </Suspense>
          )}
          {state.problems.step && (
            <Alert type="error" live>
              {state.problems.step}
            </Alert>
          )}
          {review && commit.moved && <MovedAlert {...commit.moved} />}
          {review && <AskNote commit={commit} />}
          {review && commit.refusal && !refusalHasField && <RefusalAlert refusal={commit.refusal} />}
          {!bringing && (
            <JourneyStepBody
              journey={journey}
              step={step}
              steps={steps}
              answers={answers}
              problems={{ ...live.refusal?.fields, ...shown, ...state.problems.fields }}
              onAnswers={(next) => {
                setShown({});
                state.change(next);
              }}
              onStep={(id) => state.go(id)}
            />
          )}
        </div>
      </Wizard>
      <LeaveGuard when={() => state.dirty && !placed.current} />
    </>
  );
}
