/** Milliseconds for a portal to answer. */
const patience = 5_000;

/** Ends a person's session in one of the other portals; returns false if that failed. */
export async function endPortalSession(url: string, userName: string): Promise<boolean> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ userName }),
    signal: AbortSignal.timeout(patience),
    redirect: "error",
  }).catch(() => undefined);
  return answer?.ok === true;
}
