import { SlidersHorizontal } from 'lucide-react';
import { type ReactElement } from 'react';
import { setPreference, usePreferences } from '@/app/preferences';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuCheckItem, MenuGroup, MenuRadioGroup } from '@/components/ui/menu';
import { flagsCopy } from '@/copy/flags';
import { columns, useColumns } from './columns';

/** Which columns show, and how dense rows are; remembered in this browser. */
export function ViewOptions(): ReactElement {
  const copy = flagsCopy.view;
  const { density } = usePreferences();
  const shown = useColumns();
  return (
    <Menu
      trigger={
        <IconButton label={copy.label} variant="secondary" size="regular">
          <SlidersHorizontal aria-hidden size={16} />
        </IconButton>
      }
    >
      <MenuGroup label={copy.columns}>
        {columns.map((column) => (
          <MenuCheckItem
            key={column}
            checked={shown.includes(column)}
            onCheckedChange={(isShown) => {
              setPreference(
                'flagColumns',
                columns.filter((other) => (other === column ? isShown : shown.includes(other))),
              );
            }}
          >
            {flagsCopy.columns[column]}
          </MenuCheckItem>
        ))}
      </MenuGroup>
      <MenuRadioGroup
        label={copy.density}
        value={density}
        options={[
          { value: 'comfortable', label: copy.comfortable },
          { value: 'compact', label: copy.compact },
        ]}
        onChange={(next) => {
          setPreference('density', next);
        }}
      />
    </Menu>
  );
}
