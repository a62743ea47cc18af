import { RadioGroup } from "../../ui/choice.tsx";

export type EveryProps = {
  every: boolean;
  mayGiveEvery: boolean;
  disabled: boolean;
  error: string | undefined;
  onEvery: (every: boolean) => void;
};
type Words = { label: string; every: string; later: string; notEvery: string; others: string };

/** Chooses everything of a kind, or only what is chosen below. */
export const EveryChoice = ({
  every,
  mayGiveEvery,
  disabled,
  error,
  onEvery,
  words,
}: EveryProps & { words: Words }) => (
  <RadioGroup
    label={words.label}
    value={every ? "every" : "these"}
    disabled={disabled}
    error={every ? undefined : error}
    onValue={(value) => onEvery(value === "every")}
    choices={[
      {
        value: "every",
        label: words.every,
        hint: mayGiveEvery ? words.later : words.notEvery,
        disabled: !mayGiveEvery,
      },
      { value: "these", label: "Only these", hint: words.others },
    ]}
  />
);
