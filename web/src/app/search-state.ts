import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type * as z from '@/lib/zod';

/** What a page keeps in its address: each member is a parameter of the query, absent when it is undefined. */
export type SearchPatch<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

export interface SetSearchOptions {
  /** Changes the address without a step back, as typing into a search field does. */
  readonly replace?: boolean;
}

/**
 * The part of the address after `?`, read by a schema whose members take texts or undefined. A parameter that the
 * schema refuses counts as absent, so that a link with a mistake still opens the page.
 */
export function useSearchState<Shape extends z.core.$ZodShape>(
  schema: z.ZodMiniObject<Shape>,
): [
  z.infer<z.ZodMiniObject<Shape>>,
  (patch: SearchPatch<z.input<z.ZodMiniObject<Shape>>>, options?: SetSearchOptions) => void,
] {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const state = useMemo(() => read(schema, new URLSearchParams(text)), [schema, text]);
  const change = useCallback(
    (patch: SearchPatch<z.input<z.ZodMiniObject<Shape>>>, { replace = false }: SetSearchOptions = {}) => {
      setParams((before) => patched(before, patch), { replace });
    },
    [setParams],
  );
  return [state, change];
}

function read<Shape extends z.core.$ZodShape>(
  schema: z.ZodMiniObject<Shape>,
  params: URLSearchParams,
): z.infer<z.ZodMiniObject<Shape>> {
  const given = Object.fromEntries(
    Object.keys(schema.shape).map((name) => [name, params.get(name) ?? undefined]),
  );
  const first = schema.safeParse(given);
  if (first.success) return first.data;
  const refused = new Set(first.error.issues.map(({ path }) => path[0]));
  const rest = Object.entries(given).filter(([name]) => !refused.has(name));
  return schema.parse(Object.fromEntries(rest));
}

function patched(before: URLSearchParams, patch: Readonly<Record<string, unknown>>): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const [name, value] of Object.entries(patch)) {
    const isShown =
      value === true || typeof value === 'number' || (typeof value === 'string' && value !== '');
    if (isShown) next.set(name, String(value));
    else next.delete(name);
  }
  return next;
}
