import { Bookmark, Plus, Trash2 } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { type ListState } from '@/app/list-state';
import { type TypedText } from '@/app/typed-text';
import { type Preferences, setPreference, usePreferences } from '@/app/preferences';
import { useNotify } from '@/changes';
import { Button } from '@/components/ui/button';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { flagsCopy } from '@/copy/flags';
import { sortOf } from '@/lib/sort-entries';
import { useColumns } from './columns';

const SaveViewDialog = lazy(async () => ({ default: (await import('./save-view-dialog')).SaveViewDialog }));

const copy = flagsCopy.views;

type View = Preferences['flagViews'][number];

/** Views that everybody has; they leave the columns alone. */
const builtIn: readonly Omit<View, 'columns'>[] = [
  { name: copy.all, query: '', sort: '' },
  { name: copy.recent, query: 'updated:<7d', sort: '-updated' },
  { name: copy.attention, query: 'health:any', sort: '' },
];

interface ViewsMenuProps {
  readonly query: TypedText;
  readonly list: Pick<ListState, 'sort' | 'setView'>;
}

/** Queries with their order and columns, under a name. */
export function ViewsMenu({ query, list }: ViewsMenuProps): ReactElement {
  const notify = useNotify();
  const { flagViews } = usePreferences();
  const columns = useColumns();
  const [isSaving, setSaving] = useState(false);
  const show = (view: Omit<View, 'columns'>): void => {
    query.forget();
    list.setView(view.query, sortOf(view.sort));
  };
  const without = (name: string): View[] => flagViews.filter((view) => view.name !== name);
  return (
    <>
      <Menu trigger={<Button icon={<Bookmark aria-hidden size={16} />}>{copy.label}</Button>}>
        <MenuGroup label={copy.builtIn}>
          {builtIn.map((view) => (
            <MenuItem
              key={view.name}
              onSelect={() => {
                show(view);
              }}
            >
              {view.name}
            </MenuItem>
          ))}
        </MenuGroup>
        {flagViews.length > 0 && (
          <MenuGroup label={copy.saved}>
            {flagViews.map((view) => (
              <MenuItem
                key={view.name}
                onSelect={() => {
                  setPreference('flagColumns', view.columns);
                  show(view);
                }}
              >
                {view.name}
              </MenuItem>
            ))}
            {flagViews.map(({ name }) => (
              <MenuItem
                key={name}
                danger
                icon={<Trash2 aria-hidden size={16} />}
                onSelect={() => {
                  setPreference('flagViews', without(name));
                  notify.success(copy.removed(name), () => {
                    setPreference('flagViews', flagViews);
                  });
                }}
              >
                {copy.remove(name)}
              </MenuItem>
            ))}
          </MenuGroup>
        )}
        <MenuSeparator />
        <MenuItem
          icon={<Plus aria-hidden size={16} />}
          onSelect={() => {
            setSaving(true);
          }}
        >
          {copy.save}
        </MenuItem>
      </Menu>
      {isSaving && (
        <Suspense>
          <SaveViewDialog
            onClose={() => {
              setSaving(false);
            }}
            onSave={(name) => {
              setSaving(false);
              const view = { name, query: query.text, sort: list.sort ?? '', columns: [...columns] };
              setPreference('flagViews', [...without(name), view]);
              notify.success(copy.savedAs(name));
            }}
          />
        </Suspense>
      )}
    </>
  );
}
