import { publicPages } from "@tradewind/contract/public-pages.ts";
import { useEffect, useState } from "react";
import { buttonClass } from "../ui/button.tsx";
import { fetchApi } from "../platform/config.ts";
import { go } from "./address.ts";
import { SignInFrame } from "./frame.tsx";

/** Ends this browser's session, if there is one, and shows sign-in. */
async function leave() {
  localStorage.clear();
  go(publicPages.login, { replace: true });
  const renewed = await fetchApi("/api/auth/refresh", { method: "POST", headers: { "X-Tradewind": "1" } });
  if (!renewed.ok) return;
  const { access_token } = (await renewed.json()) as { access_token: string };
  await fetchApi("/api/auth/sign-out", {
    method: "POST",
    headers: { Authorization: `Bearer ${access_token}` },
  });
}

type Answer = { Succeed: boolean; Result: { Subject?: string } | null };

/** Makes a link's call once; undefined while it is in progress, null if it failed. */
function useLink(path: string, query: Record<string, string> | undefined): Answer | null | undefined {
  const [answer, setAnswer] = useState<Answer | null>();
  const asked = query && `${path}?${new URLSearchParams(query).toString()}`;
  useEffect(() => {
    if (!asked) return;
    const gone = new AbortController();
    fetchApi(asked, { headers: { Accept: "application/json" }, signal: gone.signal })
      .then((response) => response.json() as Promise<Answer>)
      .then(
        (given) => gone.signal.aborted || setAnswer(given.Succeed ? given : null),
        () => gone.signal.aborted || setAnswer(null),
      );
    return () => gone.abort();
  }, [asked]);
  return answer;
}

const toSignIn = (
  <a href={publicPages.login} className={buttonClass("primary", "large")}>
    Go to sign in
  </a>
);
const waiting = (
  <SignInFrame title="One moment" about={<span role="status">Your link is being checked.</span>}>
    {null}
  </SignInFrame>
);

/** `${publicPages.spamRelease}/{MID}/{UID}`: any failure leads to sign-in (AUTH-21, AUTH-22). */
function SpamReleaseScreen({ parts }: { parts: readonly string[] }) {
  const [MID, UID] = parts;
  const complete = Boolean(MID && UID);
  const answer = useLink("/api/mailbox/spam-release", MID && UID ? { MID, UID } : undefined);
  const failed = !complete || answer === null;
  useEffect(() => {
    if (failed) leave().catch(() => undefined);
  }, [failed]);
  if (failed) return null;
  if (!answer) return waiting;
  return (
    <SignInFrame
      title="The message was released"
      about={`“${answer.Result?.Subject ?? ""}” is on its way to your mailbox.`}
    >
      {toSignIn}
    </SignInFrame>
  );
}

/**
 * `${publicPages.archiveAccess}/{ACCESSTYPE}/{TOKEN}`: a bad token is reported here, a missing one leads to sign-in.
 */
function ArchiveAccessScreen({ parts }: { parts: readonly string[] }) {
  const [AccessType, Token] = parts;
  const complete = Boolean(AccessType && Token);
  const answer = useLink("/api/mailbox/archive-access", AccessType && Token ? { AccessType, Token } : undefined);
  useEffect(() => {
    if (!complete) leave().catch(() => undefined);
  }, [complete]);
  if (!complete) return null;
  if (answer === undefined) return waiting;
  return answer ? (
    <SignInFrame
      title="Access confirmed"
      about="Your access to the email archive was confirmed. You can close this page."
    >
      {toSignIn}
    </SignInFrame>
  ) : (
    <SignInFrame title="Access not confirmed" about="This link is wrong or has expired. Ask the sender for a new one.">
      {toSignIn}
    </SignInFrame>
  );
}

const decoded = (part: string) => {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
};

/** Shows one of the two screens, by the first part of its path. */
export function MailLinkScreen({ path }: { path: string }) {
  const [, page, ...parts] = path.split("/");
  const Screen = page === "spam-release" ? SpamReleaseScreen : ArchiveAccessScreen;
  return <Screen parts={parts.map(decoded)} />;
}
