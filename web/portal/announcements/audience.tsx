import { audienceKinds } from "@tradewind/contract/portal/announcements.ts";
import { Checkbox } from "../../ui/choice.tsx";

export type AudienceKind = (typeof audienceKinds)[number];

const words: Record<AudienceKind, string> = {
  reseller: "Resellers",
  engineer: "Engineers",
  endUserAdmin: "Customer admins",
  endUser: "End users",
};

/** Formats an audience as `Resellers and engineers`; an empty list means everybody. */
export const audienceWords = (kinds: readonly AudienceKind[]): string =>
  kinds.length === 0
    ? "Everybody"
    : new Intl.ListFormat("en-GB").format(
        kinds.map((kind, at) => (at === 0 ? words[kind] : words[kind][0]!.toLowerCase() + words[kind].slice(1))),
      );

type AudienceProps = { kinds: readonly AudienceKind[]; onKinds: (kinds: AudienceKind[]) => void; disabled?: boolean };

/** Chooses the kinds of user; none ticked means all. */
export function AudienceField({ kinds, onKinds, disabled }: AudienceProps) {
  return (
    <fieldset className="grid gap-1" disabled={disabled}>
      <legend className="mb-1.5 text-sm font-medium">For</legend>
      <div className="grid gap-1 md:grid-cols-2">
        {audienceKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={words[kind]}
            checked={kinds.includes(kind)}
            onChange={() => onKinds(kinds.includes(kind) ? kinds.filter((each) => each !== kind) : [...kinds, kind])}
          />
        ))}
      </div>
      <p className="text-sm text-muted">Tick none to include everybody.</p>
    </fieldset>
  );
}
