import { useNotify } from '@/changes';
import { type EditDraftOptions, type FieldTexts, type StoredForm, useStoredForm } from '@/changes/editing';
import { type Plan } from '@/lib/plan';

/** What is edited: one rule or rollout of a list. */
interface ItemFormOptions<Item extends { readonly id: string }, Values extends object> {
  readonly item: Item;
  /** Reads the whole list anew. */
  readonly read: () => Promise<readonly Item[]>;
  readonly valuesOf: (item: Item) => Values;
  readonly texts: FieldTexts<Values>;
  readonly labels: Readonly<Record<keyof Values, string>>;
  readonly isValid: (values: Values) => boolean;
  /** What saving does, from the state that was read last. */
  readonly planOf: (items: readonly Item[], item: Item, values: Values) => Plan;
  readonly words: {
    readonly success: string;
    /** Completes "You are not allowed to …". */
    readonly action: string;
    /** Said when the item was deleted meanwhile. */
    readonly gone: string;
  };
  readonly draft: EditDraftOptions<Values>;
  /** What leaves the form, see `useStoredForm`. */
  readonly scope?: 'page' | 'drawer';
}

/** The form of one rule or rollout, which is saved as part of its list. */
export function useItemForm<Item extends { readonly id: string }, Values extends object>({
  item,
  read,
  valuesOf,
  planOf,
  words: { gone, ...words },
  ...rest
}: ItemFormOptions<Item, Values>): StoredForm<Values> {
  const notify = useNotify();
  return useStoredForm({
    ...rest,
    ...words,
    stored: valuesOf(item),
    read: async () => {
      const items = await read();
      const freshest = items.find(({ id }) => id === item.id);
      if (freshest === undefined) notify.error(gone);
      return freshest && { items, item: freshest };
    },
    valuesOf: (state) => valuesOf(state.item),
    planOf: (state, values) => planOf(state.items, state.item, values),
  });
}
