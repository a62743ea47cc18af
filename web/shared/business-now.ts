import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { clockQuery } from "../developer/clock/clock.queries.ts";

const tick = 30_000;

/** Returns business time in milliseconds, updated every half minute; undefined until it is known. */
export function useBusinessNow(): number | undefined {
  const { data } = useQuery(clockQuery);
  const [here, setHere] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setHere(Date.now()), tick);
    return () => clearInterval(timer);
  }, []);
  return data && here + data.ahead;
}
