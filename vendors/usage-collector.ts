/** Milliseconds for the collector to answer. */
const patience = 3_000;

/** Reports one button press to a usage collector. */
export async function tellOfPress(url: string, press: Readonly<Record<string, unknown>>): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(press),
    redirect: "error",
    signal: AbortSignal.timeout(patience),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`The collector answered ${response.status}`);
}
