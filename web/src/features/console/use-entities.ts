import { useEffect, useState } from 'react';
import { useSearchState } from '@/app/search-state';
import { type EntityInAddress, fromBase64Url, toBase64Url } from '@/lib/evaluation/question-code';
import * as z from '@/lib/zod';

const code = z.optional(z.string());

const schema = z.object({ e: code, c: code, e2: code, c2: code });

/** How long after the last key the address follows, in milliseconds. */
const WRITE_DELAY = 250;

/** An entity as it is being typed. */
export type EntityInput = EntityInAddress;

export interface Entities {
  readonly first: EntityInput;
  /** Of the mode that compares. */
  readonly second: EntityInput;
  readonly setFirst: (entity: EntityInput) => void;
  readonly setSecond: (entity: EntityInput) => void;
}

/** The entities that are asked for; the address holds them, so that a finding can be shared. */
export function useEntities(): Entities {
  const [{ e, c, e2, c2 }, change] = useSearchState(schema);
  const [first, setFirst] = useCodedEntity(e, c, (next) => {
    change({ e: next.e, c: next.c }, { replace: true });
  });
  const [second, setSecond] = useCodedEntity(e2, c2, (next) => {
    change({ e2: next.e, c2: next.c }, { replace: true });
  });
  return { first, second, setFirst, setSecond };
}

interface CodedEntity {
  readonly e: string | undefined;
  readonly c: string | undefined;
}

/** What is typed shows at once, the address follows; an address that changes by itself, as by Back, is read again. */
function useCodedEntity(
  e: string | undefined,
  c: string | undefined,
  write: (next: CodedEntity) => void,
): [EntityInput, (entity: EntityInput) => void] {
  const [entity, setEntity] = useState(() => decoded({ e, c }));
  const address = codeKey({ e, c });
  const [seen, setSeen] = useState(address);
  // What was written and has not arrived in the address yet, in order: by then more may have been typed.
  const [written, setWritten] = useState<readonly string[]>([]);
  if (seen !== address) {
    setSeen(address);
    if (written.includes(address)) setWritten(written.slice(written.indexOf(address) + 1));
    else setEntity(decoded({ e, c }));
  }
  const wanted = codeKey(encoded(entity));
  const isWritten = wanted === address || written.includes(wanted);
  useEffect(() => {
    if (isWritten) return;
    const timer = setTimeout(() => {
      setWritten((before) => [...before, wanted]);
      write(encoded(entity));
    }, WRITE_DELAY);
    return () => {
      clearTimeout(timer);
    };
  });
  return [entity, setEntity];
}

function codeKey({ e, c }: CodedEntity): string {
  return JSON.stringify([e, c]);
}

function encoded({ entityId, context }: EntityInput): CodedEntity {
  const text = context.trim();
  return {
    e: entityId === '' ? undefined : toBase64Url(entityId),
    c: text === '' || text === '{}' ? undefined : toBase64Url(context),
  };
}

function decoded({ e = '', c = '' }: CodedEntity): EntityInput {
  return { entityId: fromBase64Url(e) ?? '', context: fromBase64Url(c) ?? '' };
}
