import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { Card } from "../../ui/page.tsx";
import { StatTile } from "../../ui/stat-tile.tsx";
import { appLink } from "../../shared/link-render.tsx";
import { waitedSince } from "./work-words.ts";
import type { WorkLoad } from "./work.queries.ts";

type Props = { load: WorkLoad | undefined; today: string };
const count = (of: number) => of.toLocaleString("en-GB");

/** How much is open, late and nobody's, and how long the oldest waits; each leads to what it counts. */
export function LoadTiles({ load, today }: Props) {
  const tile = { renderLink: appLink, loading: !load };
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 md:grid-cols-4">
      <StatTile {...tile} label="Open" value={count(load?.Open ?? 0)} href={screens.work.path} />
      <StatTile
        {...tile}
        label="Overdue"
        value={count(load?.Overdue ?? 0)}
        tone={load && load.Overdue > 0 ? "fail" : undefined}
        href={linkTo(screens.work, {}, { Due: "overdue" })}
      />
      <StatTile
        {...tile}
        label="Nobody’s"
        value={count(load?.Unassigned ?? 0)}
        href={linkTo(screens.work, {}, { Whose: "nobody" })}
      />
      <StatTile
        {...tile}
        label="Oldest waits"
        value={load?.Oldest ? waitedSince(load.Oldest, today) : "–"}
        href={linkTo(screens.work, {}, { Sort: "age" })}
      />
    </div>
  );
}

/** Open work by person and by product. */
export function LoadCards({ load, today }: Props) {
  if (!load || load.Open === 0) return null;
  return (
    <div className="grid items-start gap-4 max-xl:grid-cols-2 max-md:grid-cols-1">
      <Card title="By person" flush>
        <Lines
          lines={load.People.filter(({ Open, IsMe }) => Open > 0 || IsMe).map(({ Id, Name, IsMe, Open, Overdue }) => ({
            id: Id,
            name: IsMe ? `${Name} (you)` : Name,
            href: linkTo(screens.work, {}, { PersonId: Id }),
            open: Open,
            note: Overdue > 0 ? `${count(Overdue)} overdue` : undefined,
          }))}
        />
      </Card>
      <Card title="By product" flush>
        <Lines
          lines={load.Products.map(({ Id, Name, Open, Overdue, Oldest }) => ({
            id: Id,
            name: Name,
            href: linkTo(screens.work, {}, { ProductId: Id }),
            open: Open,
            note: Overdue > 0 ? `${count(Overdue)} overdue` : undefined,
            about: `oldest ${waitedSince(Oldest, today).toLowerCase()}`,
          }))}
        />
      </Card>
    </div>
  );
}

type Line = { id: string; name: string; href: string; open: number; note: string | undefined; about?: string };

const Lines = ({ lines }: { lines: readonly Line[] }) => (
  <ul className="border-t border-line py-1">
    {lines.map(({ id, name, href, open, note, about }) => (
      <li key={id}>
        {appLink({
          href,
          className: "flex items-start justify-between gap-4 px-5 py-2 hover:bg-canvas max-md:px-4",
          onClick: () => {},
          children: (
            <>
              <span className="grid min-w-0">
                <span className="wrap-anywhere">{name}</span>
                {(note ?? about) && (
                  <span className="text-sm text-muted">
                    {note && <span className="text-danger">{note}</span>}
                    {note && about && ", "}
                    {about}
                  </span>
                )}
              </span>
              <span className="figures font-medium">{count(open)}</span>
            </>
          ),
        })}
      </li>
    ))}
  </ul>
);
