import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { usePlans } from '@/changes';
import { type Plan } from '@/lib/plan';

interface OrderOptions<Item> {
  /** By rank. */
  readonly items: readonly Item[];
  /** Of the query that gives the items. */
  readonly queryKey: QueryKey;
  readonly planOf: (wanted: readonly string[]) => Plan;
  /** What is said when the item has its new place, from 1. */
  readonly success: (item: Item, position: number) => string;
  /** Completes "You are not allowed to …". */
  readonly action: string;
}

/** Moves an item from one place to another, both from zero; shown at once and saved. */
export function useOrder<Item extends { readonly id: string }>({
  items,
  queryKey,
  planOf,
  success,
  action,
}: OrderOptions<Item>): (from: number, to: number) => void {
  const client = useQueryClient();
  const plans = usePlans();
  return (from, to) => {
    const item = items[from];
    if (item === undefined || from === to) return;
    const wanted = items.toSpliced(from, 1).toSpliced(to, 0, item);
    void plans.run(planOf(wanted.map(({ id }) => id)), {
      success: success(item, to + 1),
      action,
      optimistic: () => {
        void client.cancelQueries({ queryKey });
        client.setQueryData(queryKey, wanted);
        return () => {
          client.setQueryData(queryKey, items);
        };
      },
    });
  };
}
