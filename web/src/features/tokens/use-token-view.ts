import { type ChangeSearchOptions } from '@/app/change-search';
import { type SearchPatch, useSearchState } from '@/app/search-state';
import * as z from '@/lib/zod';
import { type TokenView } from './token-list';

const schema = z.object({
  q: z.optional(z.string()),
  scope: z.optional(z.string()),
  state: z.optional(z.enum(['valid', 'soon', 'expired', 'never'])),
  sort: z.optional(z.enum(['name', 'scope', 'created', 'expires'])),
  desc: z.optional(z.literal('true')),
});

/** A change of the view, as the address holds it. */
export interface TokenViewPatch extends Omit<SearchPatch<z.input<typeof schema>>, 'desc'> {
  readonly desc?: boolean;
}

export interface TokenViewState {
  readonly view: TokenView;
  readonly change: (patch: TokenViewPatch, options?: ChangeSearchOptions) => void;
}

/** Filters and order of the tokens, which are in the address. */
export function useTokenView(): TokenViewState {
  const [{ q = '', scope, state, sort = 'name', desc }, setSearch] = useSearchState(schema);
  return {
    view: { query: q, scope, state, column: sort, isDescending: desc !== undefined },
    change: ({ desc: isDescending, ...patch }, options) => {
      const order = isDescending === undefined ? {} : { desc: isDescending ? ('true' as const) : undefined };
      setSearch({ ...patch, ...order }, options);
    },
  };
}
