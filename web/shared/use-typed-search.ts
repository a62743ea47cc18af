import { useEffect, useEffectEvent, useState } from "react";

const typingDelay = 200;

/** What is typed, passed on when typing rests; an address changed from elsewhere wins. */
export function useTypedSearch(asked: string, ask: (text: string) => void) {
  const [text, setText] = useState(asked);
  const rest = useEffectEvent(ask);
  useEffect(() => setText((shown) => (shown.trim() === asked ? shown : asked)), [asked]);
  useEffect(() => {
    if (text.trim() === asked) return;
    const timer = setTimeout(() => rest(text.trim()), typingDelay);
    return () => clearTimeout(timer);
  }, [text, asked]);
  return [text, setText] as const;
}
