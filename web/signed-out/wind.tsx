const lines = Array.from({ length: 15 }, (_, index) => {
  const y = 40 + index * 52;
  const lift = 70 + index * 6;
  return `M-40 ${y + 60}C160 ${y - lift} 300 ${y + lift} 480 ${y}S 760 ${y - lift} 900 ${y + 30}`;
});

/** Shows the wind beside the form, with what the portal is for. */
export function Wind() {
  return (
    <>
      <svg
        className="absolute inset-0 size-full"
        viewBox="0 0 860 800"
        preserveAspectRatio="xMidYMid slice"
        fill="none"
      >
        {lines.map((line, index) => (
          <path
            key={line}
            d={line}
            stroke="#93a5ff"
            strokeOpacity={0.1 + (index % 5) * 0.09}
            strokeWidth={index % 4 === 0 ? 2.5 : 1.25}
          />
        ))}
      </svg>
      <div className="absolute inset-x-0 bottom-0 grid gap-3 bg-linear-to-t from-[#101840] from-40% to-transparent p-16 pt-40 text-[#ffffff]">
        <p className="max-w-md text-xl font-semibold tracking-tight">
          Every service your customers run, and what each of them costs, in one place.
        </p>
        <p className="max-w-md text-md text-[#c3ccf5]">
          You see the charge before you place the order, and the invoice agrees with it.
        </p>
      </div>
    </>
  );
}
