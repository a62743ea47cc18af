type Props = { url?: string | null; mobile?: string | null; name?: string };

/** Shows the product's logo, or the partner's in its place, at most 163 by 48; phones may have a separate one. */
export function Logo({ url, mobile, name = "Tradewind" }: Props) {
  if (url)
    return (
      <picture>
        {mobile && <source media="(max-width: 767.98px)" srcSet={mobile} />}
        <img src={url} alt={name} className="h-12 max-w-[163px] object-contain object-left" />
      </picture>
    );
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
