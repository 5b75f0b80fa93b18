import { ListFilter } from 'lucide-react';
import { type ReactElement } from 'react';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem, Submenu } from '@/components/ui/menu';
import { flagWords } from '@/copy/flag-words';
import { flagsCopy } from '@/copy/flags';
import { type QueryValues } from '@/lib/query-language';

const copy = flagsCopy.filters;

/** Filters with their terms, in groups. */
const groups: readonly (readonly [label: string, choices: readonly (readonly [string, string])[]])[] = [
  [
    copy.type,
    [
      [flagWords.types.variant, 'type:variant'],
      [flagWords.types.boolean, 'type:boolean'],
    ],
  ],
  [
    copy.state,
    [
      [flagWords.enabled, 'is:enabled'],
      [flagWords.disabled, 'is:disabled'],
      [flagWords.off, 'is:off'],
    ],
  ],
  [
    flagWords.defaultValue,
    [
      [flagWords.true, 'default:true'],
      [flagWords.false, 'default:false'],
    ],
  ],
  [
    copy.targeting,
    [
      [copy.hasRules, 'has:rules'],
      [copy.hasNoRules, '-has:rules'],
      [copy.hasRollouts, 'has:rollouts'],
      [copy.hasNoRollouts, '-has:rollouts'],
    ],
  ],
  [
    copy.changes,
    [
      [copy.updatedWeek, 'updated:<7d'],
      [copy.updatedMonth, 'updated:<30d'],
      [copy.notUpdatedMonth, 'updated:>30d'],
      [copy.createdMonth, 'created:<30d'],
    ],
  ],
];

/** Most tags or segments of a submenu: the search field suggests all of them. */
const LIMIT = 20;

interface FilterMenuProps {
  readonly values: QueryValues;
  /** Told a term of the query language. */
  readonly onAdd: (term: string) => void;
}

/** The query language for people who rather choose than type. */
export function FilterMenu({ values, onAdd }: FilterMenuProps): ReactElement {
  const quoted = (value: string): string => (/\s/.test(value) ? `"${value}"` : value);
  const own: typeof groups = [
    [copy.tag, values.tags.slice(0, LIMIT).map((tag) => [tag, `tag:${quoted(tag)}`])],
    [copy.segment, values.segmentKeys.slice(0, LIMIT).map((key) => [key, `segment:${key}`])],
  ];
  return (
    <Menu align="start" trigger={<Button icon={<ListFilter aria-hidden size={16} />}>{copy.label}</Button>}>
      {[...groups, ...own.filter(([, choices]) => choices.length > 0)].map(([label, choices]) => (
        <Submenu key={label} label={label}>
          {choices.map(([choice, term]) => (
            <MenuItem
              key={term}
              onSelect={() => {
                onAdd(term);
              }}
            >
              {choice}
            </MenuItem>
          ))}
        </Submenu>
      ))}
    </Menu>
  );
}
