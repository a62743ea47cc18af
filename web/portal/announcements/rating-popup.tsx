import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { ratings } from "@tradewind/contract/portal/ratings.ts";
import { useEffect, useId, useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { TextArea } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { call } from "../../platform/api.ts";
import { useWrite } from "../../platform/queries.ts";

type Required = NonNullable<ResultOf<typeof ratings.required>>;

/** Milliseconds until the question appears: thirty seconds after the page loads, one of which has passed by now. */
const wait = 29_500;
/** Set once this browser has asked and received any answer; it does not ask again. */
const asked = "ratingAsked";

/** Asks for a rating when the server says that one is due. */
export function RatingPopup() {
  const [required, setRequired] = useState<Required | null>(null);
  useEffect(() => {
    if (localStorage.getItem(asked)) return;
    const timer = setTimeout(() => void call(ratings.required).then(setRequired, () => undefined), wait);
    return () => clearTimeout(timer);
  }, []);
  return required && <Question required={required} onDone={() => setRequired(null)} />;
}

function Question({ required, onDone }: { required: Required; onDone: () => void }) {
  const id = useId();
  const [rating, setRating] = useState<boolean>();
  const [comments, setComments] = useState("");
  const save = useWrite(ratings.save, { onDone });
  const answer = (Rating: boolean | null) => {
    localStorage.setItem(asked, "true");
    save.mutate(
      { body: { FeatureId: required.FeatureId, Rating, Comments: Rating === null ? "" : comments } },
      { onSuccess: () => Rating !== null && toast("Thank you for telling us.") },
    );
  };
  return (
    <section
      role="dialog"
      aria-labelledby={id}
      className="fixed bottom-4 left-4 z-40 grid w-[340px] in-[:has(dialog:modal)]:hidden max-w-[calc(100vw-32px)] gap-3 rounded-card border border-line bg-raised p-4 shadow-float"
    >
      <div className="flex items-start gap-2">
        <div className="grid min-w-0 flex-1 gap-1">
          <h2 id={id} className="text-md">
            {required.Title}
          </h2>
          <p className="text-muted">{required.Description}</p>
        </div>
        <IconButton icon="close" label="Close" size="small" disabled={save.isPending} onClick={() => answer(null)} />
      </div>
      <div className="flex gap-2">
        <Thumb up chosen={rating === true} onChoose={() => setRating(true)} />
        <Thumb chosen={rating === false} onChoose={() => setRating(false)} />
        <Button variant="light" className="ml-auto" disabled={save.isPending} onClick={onDone}>
          Later
        </Button>
      </div>
      {rating !== undefined && (
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            answer(rating);
          }}
        >
          <TextArea
            label="Comment"
            optional
            rows={3}
            maxLength={1000}
            value={comments}
            onChange={({ target }) => setComments(target.value)}
          />
          <Button variant="primary" type="submit" busy={save.isPending}>
            Submit
          </Button>
        </form>
      )}
    </section>
  );
}

type ThumbProps = { up?: boolean; chosen: boolean; onChoose: () => void };

function Thumb({ up, chosen, onChoose }: ThumbProps) {
  return (
    <button
      type="button"
      aria-label={up ? "Thumbs up" : "Thumbs down"}
      aria-pressed={chosen}
      onClick={onChoose}
      className={cx(
        "grid size-10 place-items-center rounded-control border transition-colors max-md:size-11",
        chosen ? "border-accent-text bg-accent-soft text-accent-text" : "border-line text-muted hover:bg-sunken",
      )}
    >
      <svg
        aria-hidden="true"
        width="20"
        height="20"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        className={up ? undefined : "rotate-180"}
      >
        <path d="M7 11v9H4v-9h3Zm0 0 4.2-7.5a2 2 0 0 1 2.8 2.5L13 10h5.500a2 2 0 0 1 2 2.400l-1.200 6a2 2 0 0 1-2 1.600H7" />
      </svg>
    </button>
  );
}
