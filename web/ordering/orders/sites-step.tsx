import type { Journey } from "@tradewind/contract/ordering/orders.ts";
import { mostVoiceSites, siteLetter } from "@tradewind/domain/ordering/voice.ts";
import { useId, useState, type ReactNode } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { perUnitWords } from "../../shared/proposal/unit-price.ts";
import { StepFields } from "../../shared/step-fields.tsx";
import { newSite, siteItemOf, type Answers, type Line } from "./journey-answers.ts";
import { problemsOfSite } from "./line-problems.ts";

type Props = {
  journey: Journey;
  answers: Answers;
  problems: Readonly<Record<string, string>>;
  onAnswers: (answers: Answers) => void;
};

/**
 * Asks for each site where it is and which numbers it gets. Only one is open, and the first that lacks something: there
 * may be two hundred.
 */
export function SitesStep({ journey, answers, problems, onAnswers }: Props) {
  const { sites } = answers;
  const [open, setOpen] = useState(sites.length === 1 ? 0 : undefined);
  const item = siteItemOf(journey);
  const offer = item?.Offers[0];
  if (!item || !offer) return null;
  const setSites = (changed: readonly Line[]) => onAnswers({ ...answers, sites: changed });
  const setSite = (index: number, change: Partial<Line>) => {
    setOpen(index);
    setSites(sites.map((site, at) => (at === index ? { ...site, ...change } : site)));
  };
  const remove = (index: number) => {
    setOpen(open === undefined || open === index ? undefined : open - (index < open ? 1 : 0));
    setSites(sites.filter((_, at) => at !== index));
  };
  const ofSites = sites.map((_, at) => problemsOfSite(journey, answers, at, problems));
  const firstFaulty = ofSites.findIndex((each) => Object.keys(each).length > 0);
  return (
    <div className="grid gap-4">
      <ul className="grid gap-3">
        {sites.map((site, at) => (
          <Site
            key={at}
            letter={siteLetter(at)}
            about={[site.attributes["SiteName"], site.attributes["Town"], site.attributes["DDIAreaCode"]]
              .filter(Boolean)
              .join(" · ")}
            isOpen={at === open || at === firstFaulty}
            isFaulty={Object.keys(ofSites[at]!).length > 0}
            onOpen={() => setOpen(at === open ? undefined : at)}
            onRemove={sites.length > 1 || journey.Action === "Modify" ? () => remove(at) : undefined}
          >
            <StepFields
              fields={item.Attributes}
              values={site.attributes}
              problems={ofSites[at]!}
              onValue={(name, value) => setSite(at, { attributes: { ...site.attributes, [name]: value } })}
            />
            <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
              <NumberField
                label="Blocks of ten numbers"
                value={site.quantity}
                present={site.quantity}
                min={Math.max(1, item.Minimum)}
                max={item.Maximum ?? 500}
                onValue={(quantity) => setSite(at, { quantity })}
              />
              <p className="figures pb-2 text-sm text-muted">
                {(site.quantity * 10).toLocaleString("en-GB")} numbers
                {journey.SeesPrices &&
                  offer.Cost !== null &&
                  ` · ${perUnitWords(offer.Cost, journey.Currency, { Unit: item.Unit, Billing: offer.Billing })}`}
              </p>
            </div>
          </Site>
        ))}
      </ul>
      {sites.length < mostVoiceSites && (
        <div>
          <Button
            icon="add"
            onClick={() => {
              setOpen(sites.length);
              setSites([...sites, newSite(item)]);
            }}
          >
            {sites.length === 0 ? "Add a site" : "Add another site"}
          </Button>
        </div>
      )}
    </div>
  );
}

type SiteProps = {
  letter: string;
  /** What is known of it, while it is folded. */
  about: string;
  isOpen: boolean;
  isFaulty: boolean;
  onOpen: () => void;
  onRemove: (() => void) | undefined;
  children: ReactNode;
};

function Site({ letter, about, isOpen, isFaulty, onOpen, onRemove, children }: SiteProps) {
  const id = useId();
  return (
    <li className="rounded-card border border-line bg-surface px-5 max-md:px-4">
      <div className="flex items-center justify-between gap-4">
        <h3 className="min-w-0 flex-1 text-base">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            className="flex min-h-11 w-full items-center gap-2 rounded-control text-left"
            onClick={onOpen}
          >
            <Icon name="chevronRight" size={14} className={cx("shrink-0 text-muted", isOpen && "rotate-90")} />
            <span className="shrink-0">Site {letter}</span>
            {!isOpen && about && <span className="truncate text-sm font-normal text-muted">{about}</span>}
            {!isOpen && isFaulty && <span className="shrink-0 text-sm font-normal text-danger">Incomplete</span>}
          </button>
        </h3>
        {onRemove && <IconButton icon="trash" size="small" label={`Remove site ${letter}`} onClick={onRemove} />}
      </div>
      {isOpen && (
        <fieldset id={id} className="grid gap-4 pt-1 pb-4">
          <legend className="sr-only">Site {letter}</legend>
          {children}
        </fieldset>
      )}
    </li>
  );
}
