import { assortment, type AssortedProduct, type Words } from "@tradewind/contract/catalogue/assortment.ts";
import { categories } from "@tradewind/domain/catalogue/products.ts";
import { useState } from "react";
import { categoryNames } from "../../shared/category-names.ts";
import { LeaveGuard } from "../../shared/leave-guard.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/choice.tsx";
import { Card } from "../../ui/page.tsx";
import { TextArea, TextField } from "../../ui/text-field.tsx";
import { useChange } from "./assortment.queries.ts";
import { ChangeNotices } from "./change-notices.tsx";
import { WithShipped } from "./shipped-words.tsx";
import { faultOf, linesOf, sameWords, sentWords, type WordsDraft } from "./words-draft.ts";
import { DocumentRows, GoesWithRows } from "./word-rows.tsx";

const descriptionLabels = ["What it is", "For whom it is", "How it comes"];
const categoryChoices = categories.map((value) => ({ value, label: categoryNames[value] }));

type Props = { product: AssortedProduct; words: Words; shipped: Words };

/** Edits what the marketplace says of a product. What equals the release follows the next one. */
export function WordsForm({ product, words: current, shipped }: Props) {
  const [draft, setDraft] = useState<WordsDraft>();
  const save = useChange(assortment.say, "The words were saved", () => setDraft(undefined));
  const words = draft?.words ?? current;
  const change = (part: Partial<Words>) => {
    save.reset();
    setDraft({ base: draft?.base ?? current, words: { ...words, ...part } });
  };
  const isOvertaken = draft !== undefined && !sameWords(draft.base, current);
  const fields = (save.error?.fields ?? {}) as Record<string, string>;
  /** What a field shows and how it goes back; `text` writes what is shipped. */
  const back = (name: keyof Words, what: string, text: string) => ({
    what,
    shipped: sameWords(sentWords(words)[name], shipped[name]) ? undefined : text,
    onBack: () => change({ [name]: shipped[name] }),
  });
  return (
    <form
      noValidate
      aria-label="What the marketplace says"
      className="grid min-w-0 gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({
          params: { productId: product.ProductId },
          body: { Version: product.Version, ...sentWords(words) },
        });
      }}
    >
      <ChangeNotices
        isOvertaken={isOvertaken}
        fault={save.error}
        onTheirs={() => (save.reset(), setDraft(undefined))}
      />
      <Card
        title="What the marketplace says"
        actions={
          <Button size="small" disabled={sameWords(sentWords(words), shipped)} onClick={() => change(shipped)}>
            Back to all shipped words
          </Button>
        }
      >
        <div className="grid gap-5">
          <div className="grid gap-4 md:grid-cols-2">
            <WithShipped {...back("Name", "name", shipped.Name)}>
              <TextField
                label="Name"
                maxLength={60}
                value={words.Name}
                error={fields["Name"] ?? (save.error?.code === "productNameTaken" ? save.error.message : undefined)}
                onChange={({ target }) => change({ Name: target.value })}
              />
            </WithShipped>
            <WithShipped {...back("Category", "category", categoryNames[shipped.Category])}>
              <Select
                label="Category"
                choices={categoryChoices}
                value={words.Category}
                onChange={({ target }) => change({ Category: categories.find((each) => each === target.value)! })}
              />
            </WithShipped>
          </div>
          <WithShipped {...back("Summary", "summary", shipped.Summary)}>
            <TextField
              label="Summary"
              hint="One sentence on its card"
              maxLength={160}
              value={words.Summary}
              error={fields["Summary"]}
              onChange={({ target }) => change({ Summary: target.value })}
            />
          </WithShipped>
          <WithShipped {...back("Description", "description", shipped.Description.join(" "))}>
            <div className="grid gap-3">
              {descriptionLabels.map((label, at) => (
                <TextField
                  key={label}
                  label={label}
                  maxLength={120}
                  value={words.Description[at] ?? ""}
                  error={fields[`Description.${at}`]}
                  onChange={({ target }) => change({ Description: words.Description.with(at, target.value) })}
                />
              ))}
            </div>
          </WithShipped>
          <div className="grid gap-4 md:grid-cols-2">
            <WithShipped {...back("SearchWords", "search words", shipped.SearchWords.join(", "))}>
              <TextArea
                label="Search words"
                hint="What people call it, one on each line"
                rows={6}
                value={words.SearchWords.join("\n")}
                error={faultOf(fields, "SearchWords")}
                onChange={({ target }) => change({ SearchWords: linesOf(target.value) })}
              />
            </WithShipped>
            <WithShipped {...back("Needs", "needs", shipped.Needs.join(" "))}>
              <TextArea
                label="What it needs"
                hint="What must be there before it works, one on each line"
                rows={6}
                value={words.Needs.join("\n")}
                error={faultOf(fields, "Needs")}
                onChange={({ target }) => change({ Needs: linesOf(target.value) })}
              />
            </WithShipped>
          </div>
        </div>
      </Card>
      <GoesWithRows
        own={product.ProductId}
        rows={words.GoesWith}
        fields={fields}
        shipped={back("GoesWith", "products that go with it", shipped.GoesWith.map(({ Why }) => Why).join(" "))}
        onRows={(GoesWith) => change({ GoesWith })}
      />
      <DocumentRows
        rows={words.Documents}
        fields={fields}
        shipped={back("Documents", "documents", shipped.Documents.map(({ Title }) => Title).join(", "))}
        onRows={(Documents) => change({ Documents })}
      />
      <div className="sticky bottom-0 z-10 -mx-1 flex justify-end gap-2 bg-canvas px-1 py-3 max-md:*:flex-1">
        {draft && <Button onClick={() => (save.reset(), setDraft(undefined))}>Discard</Button>}
        <Button
          type="submit"
          variant="primary"
          busy={save.isPending}
          disabled={!draft || isOvertaken || sameWords(sentWords(words), current)}
        >
          Save words
        </Button>
      </div>
      <LeaveGuard when={() => draft !== undefined && !save.isPending} />
    </form>
  );
}
