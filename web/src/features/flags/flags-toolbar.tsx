import { type ReactElement, type Ref } from 'react';
import { type ListState } from '@/app/list-state';
import { type TypedText } from '@/app/typed-text';
import { SearchField } from '@/components/search-field';
import { LazySelect } from '@/components/ui/lazy-select';
import { flagsCopy as copy } from '@/copy/flags';
import { type QueryValues, suggestionsFor } from '@/lib/query-language';
import { type Sort } from '@/lib/sort-entries';
import { FilterMenu } from './filter-menu';
import { ViewOptions } from './view-options';
import { ViewsMenu } from './views-menu';

interface FlagsToolbarProps {
  readonly search: Ref<HTMLInputElement>;
  readonly query: TypedText;
  readonly values: QueryValues;
  readonly list: Pick<ListState, 'sort' | 'setSort' | 'setView'>;
}

const orders: readonly { readonly value: Sort | 'natural'; readonly label: string }[] = [
  { value: 'natural', label: copy.sort.natural },
  { value: 'name', label: copy.sort.name },
  { value: '-name', label: copy.sort.nameTurned },
  { value: 'key', label: copy.sort.key },
  { value: '-key', label: copy.sort.keyTurned },
  { value: '-updated', label: copy.sort.updated },
  { value: 'updated', label: copy.sort.updatedTurned },
  { value: '-created', label: copy.sort.created },
  { value: 'created', label: copy.sort.createdTurned },
];

/** Search, filters, order and columns of the list. */
export function FlagsToolbar({ search, query, values, list }: FlagsToolbarProps): ReactElement {
  return (
    <div className="flex flex-wrap items-center gap-2 pb-3">
      <SearchField
        ref={search}
        label={copy.search}
        placeholder={copy.searchHint}
        text={query.text}
        onType={query.type}
        onBlur={query.settle}
        suggestions={suggestionsFor(query.text, values)}
      />
      <FilterMenu
        values={values}
        onAdd={(term) => {
          query.set([query.text.trim(), term].filter((part) => part !== '').join(' '));
        }}
      />
      <LazySelect
        label={copy.sort.label}
        hideLabel
        className="w-48"
        value={list.sort ?? 'natural'}
        options={orders}
        onChange={(sort) => {
          list.setSort(sort === 'natural' ? undefined : sort);
        }}
      />
      <ViewsMenu query={query} list={list} />
      <ViewOptions />
    </div>
  );
}
