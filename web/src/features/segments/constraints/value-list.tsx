import { type ReactElement, useState } from 'react';
import { Popover } from '@/components/ui/popover';
import { TextField } from '@/components/ui/text-field';
import { segmentConstraintsCopy as copy } from '@/copy/segments';

interface ValueListProps {
  readonly property: string;
  readonly values: readonly string[];
}

/** How many values stand in the sentence itself. */
const SHOWN = 5;

/** The values of a list, the first of them in the text and all in a popover. */
export function ValueList({ property, values }: ValueListProps): ReactElement {
  const more = values.length - SHOWN;
  return (
    <>
      {values.slice(0, SHOWN).map((value, index) => (
        <span key={index}>
          {index > 0 && ', '}
          <code className="break-all whitespace-pre-wrap">{value}</code>
        </span>
      ))}
      {more > 0 && (
        <>
          {', '}
          <Popover
            title={copy.values(property)}
            trigger={
              <button
                type="button"
                className="rounded-sm font-medium text-accent underline underline-offset-2"
              >
                {copy.more(more)}
              </button>
            }
          >
            <AllValues values={values} />
          </Popover>
        </>
      )}
    </>
  );
}

function AllValues({ values }: { readonly values: readonly string[] }): ReactElement {
  const [text, setText] = useState('');
  const found = values.filter((value) => value.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <div className="flex flex-col gap-2">
      <TextField
        type="search"
        label={copy.searchValues}
        hideLabel
        placeholder={copy.searchValues}
        compact
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
        }}
      />
      {found.length === 0 ? (
        <p className="text-muted">{copy.noValue}</p>
      ) : (
        <ul tabIndex={0} aria-label={copy.searchValues} className="max-h-60 overflow-y-auto">
          {found.map((value, index) => (
            <li key={index} className="py-0.5 font-mono text-code break-all whitespace-pre-wrap">
              {value}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
