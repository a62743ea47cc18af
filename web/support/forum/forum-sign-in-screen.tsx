import { forum } from "@tradewind/contract/support/forum.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { useEffect, useRef, useState } from "react";
import { type ApiError, asApiError } from "../../platform/api-error.ts";
import { call } from "../../platform/api.ts";
import { leave } from "../../platform/leave.ts";
import { useSession } from "../../platform/session.ts";
import { MessagePage } from "../../shared/message-page.tsx";
import { useSearchOf } from "../../shared/screen-address.ts";
import { TextLink } from "../../shared/link-render.tsx";

/** `/forum-sso`: answers the community's request to sign its visitor in, and goes back there. */
export function ForumSignInScreen() {
  const { sso, sig } = useSearchOf(screens.forumSignIn);
  const { SupportLinks } = useSession();
  const [failed, setFailed] = useState<ApiError>();
  // A request is good once, so it is answered once, however often this is drawn.
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    call(forum.token, { query: { sso, sig } }).then(
      ({ Url }) => leave.to(Url),
      (error: unknown) => setFailed(asApiError(error)),
    );
  }, [sso, sig]);
  return failed ? (
    <MessagePage
      title="You could not be signed in"
      actions={<TextLink to={SupportLinks.Community}>Open the community</TextLink>}
    >
      <span role="alert">{failed.message}</span>
    </MessagePage>
  ) : (
    <MessagePage title="One moment" actions={null}>
      <span role="status">You are being signed in to the community.</span>
    </MessagePage>
  );
}
