import { useState } from 'react';

/** True from the first time on: what is loaded when it is wanted first stays, to close and to keep its state. */
export function useEverTrue(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue);
  if (isTrue && !wasTrue) setWasTrue(true);
  return wasTrue || isTrue;
}
