import { useCallback, useEffect, useState } from 'react';

/** How long typing must rest before the address follows it, in milliseconds. */
const REST = 200;

export interface TypedText {
  readonly text: string;
  /** While somebody types: the address follows a little later, and is replaced. */
  readonly type: (text: string) => void;
  /** At once, with a step back, as chips do; the same function for as long as the page stays. */
  readonly set: (text: string) => void;
  /** Whoever types has gone on to something else: the address follows at once, before they can leave the page. */
  readonly settle: () => void;
  /** Drops what is typed and not in the address yet. */
  readonly forget: () => void;
}

interface Typed {
  readonly text: string;
  /** The text of the address when it was typed. */
  readonly since: string;
  /** What the address was last told to become. */
  readonly sent?: string;
}

/** A text of the address as it is typed; that of the address wins whenever it changes by itself, as by Back. */
export function useTypedText(
  address: string,
  follow: (text: string, options?: { readonly replace: boolean }) => void,
): TypedText {
  const [typed, setTyped] = useState<Typed>();
  if (typed !== undefined && typed.since !== address) {
    // What is typed while the address still follows what was typed before is newer than that.
    setTyped(typed.sent === address ? { ...typed, since: address } : undefined);
  }
  const text = typed?.since === address ? typed.text : address;
  // Sent once: the address may be on its way to another page by now, and would be called back.
  const isBehind = text !== address && text !== typed?.sent;
  const send = useCallback(() => {
    setTyped((now) => now && { ...now, sent: text });
    follow(text, { replace: true });
  }, [text, follow]);
  useEffect(() => {
    if (!isBehind) return undefined;
    const timer = setTimeout(send, REST);
    return () => {
      clearTimeout(timer);
    };
  }, [isBehind, send]);
  const set = useCallback(
    (next: string) => {
      setTyped(undefined);
      follow(next);
    },
    [follow],
  );
  return {
    text,
    type: (next) => {
      setTyped((now) => ({ ...now, text: next, since: address }));
    },
    set,
    settle: () => {
      if (isBehind) send();
    },
    forget: () => {
      setTyped(undefined);
    },
  };
}
