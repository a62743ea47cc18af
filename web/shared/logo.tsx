/** The product's mark and name, or the partner's logo in its place. */
export function Logo({ url, name = "Tradewind" }: { url?: string | null; name?: string }) {
  if (url)
    return <img src={url} alt={name} width={163} height={48} className="h-8 w-auto max-w-[163px] object-contain" />;
  return (
    <span className="flex items-center gap-2.5">
      <svg aria-hidden="true" width="28" height="28" viewBox="0 0 32 32" className="shrink-0">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          d="M7 13.500c4-3.600 8-3.600 12 0 2 1.800 4 2.200 6 1.200M7 20.500c4-3.600 8-3.600 12 0 2 1.800 4 2.200 6 1.200"
          fill="none"
          className="stroke-on-accent"
          strokeWidth="2.600"
          strokeLinecap="round"
        />
      </svg>
      <span className="text-md font-semibold tracking-tight">{name}</span>
    </span>
  );
}
