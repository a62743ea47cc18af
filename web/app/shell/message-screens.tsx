import { useRouter } from "@tanstack/react-router";
import { Button, buttonClass } from "../../ui/button.tsx";
import { accessWords } from "../../shared/access-words.ts";
import { appLink } from "../../shared/link-render.tsx";
import { MessagePage } from "../../shared/message-page.tsx";

export function AccessDeniedScreen() {
  const router = useRouter();
  return (
    <MessagePage
      code="403"
      title={accessWords.deniedTitle}
      actions={
        <>
          <Button icon="arrowLeft" onClick={() => router.history.back()}>
            Back
          </Button>
          {appLink({ href: "/", className: buttonClass("primary"), onClick: () => {}, children: "Home" })}
        </>
      }
    >
      {accessWords.denied}
    </MessagePage>
  );
}

export function NoAccessScreen() {
  return (
    <MessagePage title={accessWords.nothingTitle} actions={null}>
      {accessWords.nothing}
    </MessagePage>
  );
}
