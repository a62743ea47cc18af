/** Formats the time left as `6 days left`, `5 hours left` or `12 minutes left`; undefined once it is past. */
export function timeLeft(until: string, now: number): string | undefined {
  const minutes = Math.floor((Date.parse(until) - now) / 60_000);
  if (Number.isNaN(minutes) || minutes < 0) return undefined;
  const [count, unit] =
    minutes >= 2880
      ? [Math.floor(minutes / 1440), "day"]
      : minutes >= 120
        ? [Math.floor(minutes / 60), "hour"]
        : [minutes, "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"} left`;
}
