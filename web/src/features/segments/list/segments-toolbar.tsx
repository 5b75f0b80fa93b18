import { type ReactElement, type Ref } from 'react';
import { type ListState } from '@/app/list-state';
import { type TypedText } from '@/app/typed-text';
import { SearchField } from '@/components/search-field';
import { Select } from '@/components/ui/select';
import { segmentsCopy as copy } from '@/copy/segments';
import { segmentSuggestionsFor } from '@/lib/query-language';
import { type Sort } from '@/lib/sort-entries';

interface SegmentsToolbarProps {
  readonly search: Ref<HTMLInputElement>;
  readonly query: TypedText;
  /** Names of properties that constraints use. */
  readonly properties: readonly string[];
  readonly list: Pick<ListState, 'sort' | 'setSort'>;
}

const orders: readonly { readonly value: Sort | 'natural'; readonly label: string }[] = [
  { value: 'natural', label: copy.sort.natural },
  ...(['name', '-name', '-updated', 'updated'] as const).map((value) => ({ value, label: copy.sort[value] })),
];

/** Search and order of the list. */
export function SegmentsToolbar({ search, query, properties, list }: SegmentsToolbarProps): ReactElement {
  return (
    <div className="flex flex-wrap items-center gap-2 pb-3">
      <SearchField
        ref={search}
        label={copy.search.label}
        placeholder={copy.search.hint}
        text={query.text}
        onType={query.type}
        onBlur={query.settle}
        suggestions={segmentSuggestionsFor(query.text, properties)}
      />
      <Select
        label={copy.sort.label}
        hideLabel
        className="w-52"
        value={list.sort ?? 'natural'}
        options={orders}
        onChange={(sort) => {
          list.setSort(sort === 'natural' ? undefined : sort);
        }}
      />
    </div>
  );
}
