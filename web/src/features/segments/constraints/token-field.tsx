import { type ClipboardEvent, type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import { type Blockable } from '@/components/ui/blocked';
import { Button } from '@/components/ui/button';
import { Chip } from '@/components/ui/chip';
import { TextField } from '@/components/ui/text-field';
import { segmentConstraintsCopy } from '@/copy/segments';
import { firstColumn, MAX_VALUES, splitValues } from '@/lib/value-lists';

interface TokenFieldProps extends Blockable {
  readonly label: string;
  readonly values: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (values: readonly string[]) => void;
}

/** A list of values, entered one by one, pasted, or read from a file. */
export function TokenField({ label, values, error, blocked, onChange }: TokenFieldProps): ReactElement {
  const copy = segmentConstraintsCopy.list;
  const [text, setText] = useState('');
  const [duplicates, setDuplicates] = useState(0);
  const file = useRef<HTMLInputElement>(null);

  const add = (entered: string): void => {
    const { values: added, duplicates: left } = splitValues(entered, values);
    setText('');
    setDuplicates(left);
    if (added.length > 0) onChange([...values, ...added]);
  };
  const pressed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '' && values.length > 0 && blocked === undefined) {
      onChange(values.slice(0, -1));
    }
  };
  const pasted = (event: ClipboardEvent): void => {
    if (blocked !== undefined) return;
    event.preventDefault();
    add(text + event.clipboardData.getData('text'));
  };

  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={label}
        mono
        value={text}
        error={error}
        blocked={blocked}
        placeholder={copy.add}
        description={copy.hint}
        trailing={
          <span className="pe-1.5 text-caption tabular-nums">{copy.count(values.length, MAX_VALUES)}</span>
        }
        onKeyDown={pressed}
        onPaste={pasted}
        onBlur={() => {
          if (text !== '') add(text);
        }}
        onChange={(event) => {
          setText(event.currentTarget.value);
        }}
      />
      {values.length > 0 && (
        <ul
          aria-label={copy.chosen(label)}
          tabIndex={0}
          className="flex max-h-48 flex-wrap gap-1 overflow-y-auto rounded-control bg-sunken p-2"
        >
          {values.map((value, index) => (
            <li key={value} className="max-w-full">
              <Chip
                mono
                tone="accent"
                label={value}
                {...(blocked === undefined && {
                  onRemove: () => {
                    onChange(values.toSpliced(index, 1));
                  },
                })}
              >
                {value}
              </Chip>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-secondary text-muted empty:hidden">
        {duplicates > 0 && copy.duplicates(duplicates)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="compact" blocked={blocked} onClick={() => file.current?.click()}>
          {copy.importFile}
        </Button>
        {values.length > 0 && (
          <Button
            size="compact"
            variant="ghost"
            blocked={blocked}
            onClick={() => {
              onChange([]);
            }}
          >
            {copy.clear}
          </Button>
        )}
      </div>
      <input
        ref={file}
        type="file"
        hidden
        accept=".txt,.csv"
        aria-label={copy.importFile}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          void chosen?.text().then((content) => {
            add(JSON.stringify(firstColumn(content)));
          });
        }}
      />
    </div>
  );
}
