/**
 * Shows the same rows with as little React as possible: renews the token, fetches a page of rows and draws them in the
 * portal's style.
 */
import { createRoot } from "react-dom/client";

type Item = {
  Id: string;
  Name: string;
  Status: string;
  OrganisationType: string;
  Services: number;
  Users: number;
  Created: string;
};

const rowHeight = 44;
const cell = "min-w-0 truncate px-3";
const figure = "figures min-w-0 px-3 text-right";
const link =
  "block truncate rounded-control font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text";

function Row({ item, index }: { item: Item; index: number }) {
  return (
    <div
      role="row"
      data-row={index}
      aria-rowindex={index + 2}
      className="absolute inset-x-0 top-0 grid grid-cols-(--columns) items-center border-b border-line px-2 last:border-b-0 hover:bg-canvas"
      style={{ height: rowHeight, transform: `translateY(${index * rowHeight}px)` }}
    >
      <span role="cell" className={cell}>
        <a href={`/customers/customer/${item.Id}`} className={link}>
          {item.Name}
        </a>
      </span>
      <span role="cell" className={cell}>
        <span className="inline-flex max-w-full items-center gap-1.5 align-middle">
          <Mark
            path="M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4ZM5.4 8.2l1.8 1.8 3.4-3.8"
            className="text-success"
          />
          <span className="truncate">{item.Status}</span>
        </span>
      </span>
      <span role="cell" className={cell}>
        <span className="text-muted">{item.OrganisationType}</span>
      </span>
      <span role="cell" className={figure}>
        {item.Services}
      </span>
      <span role="cell" className={figure}>
        {item.Users}
      </span>
      <span role="cell" className={figure}>
        <span className="text-muted">{item.Created.slice(0, 10).split("-").toReversed().join("/")}</span>
      </span>
      <span role="cell" className="relative z-1 flex justify-end pr-1">
        <button
          type="button"
          aria-label={`Actions for row ${index + 1}`}
          className="inline-flex size-8 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink"
        >
          <Mark path="M3.5 8h.01M8 8h.01M12.5 8h.01" />
        </button>
      </span>
    </div>
  );
}

function Mark({ path, className = "" }: { path: string; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={`shrink-0 ${className}`}
      width={16}
      height={16}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );
}

const renewed = await fetch("/api/auth/refresh", { method: "POST", headers: { "X-Tradewind": "1" } });
const { access_token } = (await renewed.json()) as { access_token: string };
const answer = await fetch("/api/customers?Sort=name", { headers: { Authorization: `Bearer ${access_token}` } });
const { Result } = (await answer.json()) as { Result: { Items: Item[] } };
const drawn = Number(new URLSearchParams(location.search).get("rows"));
const columns = "minmax(220px, 3fr) minmax(120px, 1fr) minmax(150px, 1fr) 110px 100px 130px 48px";
createRoot(document.querySelector("#root")!).render(
  <div role="table" className="relative" style={{ "--columns": columns } as React.CSSProperties}>
    {Result.Items.slice(0, drawn).map((item, index) => (
      <Row key={item.Id} item={item} index={index} />
    ))}
  </div>,
);
