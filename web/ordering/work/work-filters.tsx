import type { screens } from "@tradewind/contract/screens.ts";
import type { Filter } from "../../shared/list/use-filter.ts";
import { Segmented, Select } from "../../ui/choice.tsx";
import type { WorkLoad } from "./work.queries.ts";

type Props = { filter: Filter<typeof screens.work>; load: WorkLoad | undefined };
const width = "w-36 max-md:w-[calc(50%-0.375rem)]";

/** Narrows the queue by whose work it is, its product and its reseller, and orders it. */
export function WorkFilters({ filter: { asked, ask }, load }: Props) {
  return (
    <>
      <Select
        label="Whose"
        quietLabel
        className={width}
        placeholder="Anybody’s"
        value={asked.Whose ?? asked.PersonId ?? ""}
        choices={[
          { value: "me", label: "Mine" },
          { value: "nobody", label: "Nobody’s" },
          ...(load?.People ?? []).filter(({ IsMe }) => !IsMe).map(({ Id, Name }) => ({ value: Id, label: Name })),
        ]}
        onChange={({ target: { value } }) =>
          ask(
            value === "me" || value === "nobody"
              ? { Whose: value, PersonId: undefined }
              : { Whose: undefined, PersonId: value || undefined },
          )
        }
      />
      <Select
        label="Product"
        quietLabel
        className={width}
        placeholder="All products"
        value={asked.ProductId ?? ""}
        choices={(load?.Products ?? []).map(({ Id, Name }) => ({ value: Id, label: Name }))}
        onChange={({ target }) => ask({ ProductId: target.value || undefined })}
      />
      <Select
        label="Reseller"
        quietLabel
        className={width}
        placeholder="All resellers"
        value={asked.ResellerId ?? ""}
        choices={(load?.Resellers ?? []).map(({ Id, Name }) => ({ value: Id, label: Name }))}
        onChange={({ target }) => ask({ ResellerId: target.value || undefined })}
      />
      {asked.Status === "open" && (
        <>
          <Select
            label="Due"
            quietLabel
            className={width}
            placeholder="Any day"
            value={asked.Due ?? ""}
            choices={[{ value: "overdue", label: "Overdue" }]}
            onChange={({ target }) => ask({ Due: target.value === "overdue" ? "overdue" : undefined })}
          />
          {/* On a phone no head of a column orders the list. */}
          <span className="md:hidden">
            <Segmented
              label="First"
              value={asked.Sort}
              onValue={(Sort) => ask({ Sort })}
              choices={[
                { value: "due", label: "Due" },
                { value: "age", label: "Oldest" },
              ]}
            />
          </span>
        </>
      )}
    </>
  );
}
