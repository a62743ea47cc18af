import { useId, type ReactNode } from "react";

/** Shows a component under its name. */
export function Specimen({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`grid min-w-0 content-start gap-4 ${wide ? "md:col-span-2" : ""}`}>
      <h2 id={id} className="border-b border-line pb-2 text-md">
        {name}
      </h2>
      {children}
    </section>
  );
}

export const Specimens = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-x-10 gap-y-10 pb-10 md:grid-cols-2">{children}</div>
);
export const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
);
