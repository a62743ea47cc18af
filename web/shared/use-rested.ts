import { useEffect, useState } from "react";

/** Returns the text once it has not changed for `rest` milliseconds. */
export function useRested(text: string, rest: number): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), rest);
    return () => clearTimeout(timer);
  }, [text, rest]);
  return rested;
}
