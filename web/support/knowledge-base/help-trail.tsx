import type { HelpNamed } from "@tradewind/contract/support/knowledge-base.ts";
import { Icon } from "../../ui/icon.tsx";

type TrailProps = {
  /** From the top to where one is; the last is not a link. */
  trail: readonly HelpNamed[];
  here: string | undefined;
  onStart: () => void;
  onOpen: (id: number) => void;
};

const link = "rounded-control font-medium text-accent-text underline-offset-4 hover:underline max-md:min-h-11";

/** Where one is in the knowledge base, with a way back to each category above. */
export const HelpTrail = ({ trail, here, onStart, onOpen }: TrailProps) => (
  <nav aria-label="Category trail">
    <ol className="flex flex-wrap items-center gap-x-1 gap-y-0.5 px-2.5 text-sm">
      <li>
        <button type="button" className={link} onClick={onStart}>
          All topics
        </button>
      </li>
      {trail.map(({ id, name }) => (
        <li key={id} className="flex items-center gap-1">
          <Icon name="chevronRight" size={12} className="text-muted" />
          <button type="button" className={link} onClick={() => onOpen(id)}>
            {name}
          </button>
        </li>
      ))}
      {here !== undefined && (
        <li aria-current="page" className="flex min-w-0 items-center gap-1 text-muted">
          <Icon name="chevronRight" size={12} />
          <span className="wrap-anywhere">{here}</span>
        </li>
      )}
    </ol>
  </nav>
);
