import { type ReactElement, type ReactNode, createContext, useEffect, useState } from 'react';
import { type ClockZone } from '@/lib/time';

interface Clock {
  /** The zone of absolute times, by preference. */
  readonly zone: ClockZone;
  /** Moves every half minute, so that relative times stay true. */
  readonly now: Date;
}

/** One clock for all times on the page. */
export const ClockContext = createContext<Clock>({ zone: 'local', now: new Date() });

const tick = 30_000;

/** Gives all `Time` below it the zone and the present. */
export function ClockProvider({
  zone,
  children,
}: {
  readonly zone: ClockZone;
  readonly children: ReactNode;
}): ReactElement {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(new Date());
    }, tick);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return <ClockContext value={{ zone, now }}>{children}</ClockContext>;
}
