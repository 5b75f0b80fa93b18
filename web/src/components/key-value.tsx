import { type ReactElement, type ReactNode } from 'react';

interface KeyValueProps {
  readonly items: readonly { readonly label: string; readonly value: ReactNode }[];
}

/** Facts about one thing: its key, its dates, its counts. */
export function KeyValue({ items }: KeyValueProps): ReactElement {
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-2">
      {items.map((item) => (
        <div key={item.label} className="col-span-2 grid grid-cols-subgrid items-baseline">
          <dt className="text-secondary text-muted">{item.label}</dt>
          <dd className="min-w-0 break-words">{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
