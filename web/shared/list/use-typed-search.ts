import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";

const typingDelay = 200;

/**
 * Passes on the search text once typing pauses; a change of the address from elsewhere wins. Waits while another page
 * is loading, so that a row pressed right after typing opens.
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
