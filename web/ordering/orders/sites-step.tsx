import type { Journey } from "@tradewind/contract/ordering/orders.ts";
import { mostVoiceSites, siteLetter } from "@tradewind/domain/ordering/voice.ts";
import { Button, IconButton } from "../../ui/button.tsx";
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

/** Asks for each site where it is and which numbers it gets. */
export function SitesStep({ journey, answers, problems, onAnswers }: Props) {
  const item = siteItemOf(journey);
  const offer = item?.Offers[0];
  if (!item || !offer) return null;
  const { sites } = answers;
  const setSites = (changed: readonly Line[]) => onAnswers({ ...answers, sites: changed });
  const setSite = (index: number, change: Partial<Line>) =>
    setSites(sites.map((site, at) => (at === index ? { ...site, ...change } : site)));
  return (
    <div className="grid gap-4">
      <ul className="grid gap-4">
        {sites.map((site, at) => {
          const letter = siteLetter(at);
          const numbers = site.quantity * 10;
          return (
            <li key={at}>
              <fieldset className="grid gap-4 rounded-card border border-line bg-surface px-5 py-4 max-md:px-4">
                <legend className="sr-only">Site {letter}</legend>
                <div className="flex items-center justify-between gap-4">
                  <h3 className="text-base wrap-anywhere" aria-hidden="true">
                    Site {letter}
                  </h3>
                  {(sites.length > 1 || journey.Action === "Modify") && (
                    <IconButton
                      icon="trash"
                      size="small"
                      label={`Remove site ${letter}`}
                      onClick={() => setSites(sites.filter((_, index) => index !== at))}
                    />
                  )}
                </div>
                <StepFields
                  fields={item.Attributes}
                  values={site.attributes}
                  problems={problemsOfSite(journey, answers, at, problems)}
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
                    {numbers.toLocaleString("en-GB")} numbers
                    {journey.SeesPrices &&
                      offer.Cost !== null &&
                      ` · ${perUnitWords(offer.Cost, journey.Currency, { Unit: item.Unit, Billing: offer.Billing })}`}
                  </p>
                </div>
              </fieldset>
            </li>
          );
        })}
      </ul>
      {sites.length < mostVoiceSites && (
        <div>
          <Button icon="add" onClick={() => setSites([...sites, newSite(item)])}>
            {sites.length === 0 ? "Add a site" : "Add another site"}
          </Button>
        </div>
      )}
    </div>
  );
}
