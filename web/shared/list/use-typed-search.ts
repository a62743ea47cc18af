import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";

const typingDelay = 200;

/**
 * What is typed, passed on when typing rests; an address changed from elsewhere wins. While another page is on its way it
 * waits, so that a row pressed right after typing opens.
 */
export function useTypedSearch(asked: string, ask: (text: string) => void) {
  const [text, setText] = useState(asked);
  const router = useRouter();
  const rest = useEffectEvent(ask);
  useEffect(() => setText((shown) => (shown.trim() === asked ? shown : asked)), [asked]);
  useEffect(() => {
    if (text.trim() === asked) return;
    const timer = setInterval(() => {
      if (router.state.isLoading) return;
      clearInterval(timer);
      rest(text.trim());
    }, typingDelay);
    return () => clearInterval(timer);
  }, [text, asked, router]);
  return [text, setText] as const;
}
