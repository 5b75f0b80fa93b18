import { useCallback, useMemo } from 'react';
import { useLocation } from 'react-router';
import type * as z from '@/lib/zod';
import { type ChangeSearchOptions, useChangeSearch } from './change-search';

/** What a page keeps in its address: each member is a parameter of the query, absent when it is undefined. */
export type SearchPatch<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/**
 * The part of the address after `?`, read by a schema whose members take texts or undefined. A parameter that the
 * schema refuses counts as absent, so that a link with a mistake still opens the page.
 */
export function useSearchState<Shape extends z.core.$ZodShape>(
  schema: z.ZodMiniObject<Shape>,
): [
  z.infer<z.ZodMiniObject<Shape>>,
  (patch: SearchPatch<z.input<z.ZodMiniObject<Shape>>>, options?: ChangeSearchOptions) => void,
] {
  const { search } = useLocation();
  const changeSearch = useChangeSearch();
  const state = useMemo(() => read(schema, new URLSearchParams(search)), [schema, search]);
  const change = useCallback(
    (patch: SearchPatch<z.input<z.ZodMiniObject<Shape>>>, options?: ChangeSearchOptions) => {
      changeSearch((params) => {
        apply(patch, params);
      }, options);
    },
    [changeSearch],
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

function apply(patch: Readonly<Record<string, unknown>>, params: URLSearchParams): void {
  for (const [name, value] of Object.entries(patch)) {
    const isShown =
      value === true || typeof value === 'number' || (typeof value === 'string' && value !== '');
    if (isShown) params.set(name, String(value));
    else params.delete(name);
  }
}
