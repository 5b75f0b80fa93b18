import { Trash2 } from 'lucide-react';
import { type ReactElement } from 'react';
import { JsonEditor } from '@/components/json-editor';
import { type Blockable } from '@/components/ui/blocked';
import { IconButton } from '@/components/ui/icon-button';
import { LazySelect } from '@/components/ui/lazy-select';
import { TextField } from '@/components/ui/text-field';
import { metadataCopy as copy } from '@/copy/metadata';
import { type MetadataRow, type RowProblem, type ValueType } from '@/lib/metadata-rows';

interface MetadataRowEditorProps extends Blockable {
  readonly row: MetadataRow;
  /** Place among those shown, from zero. */
  readonly index: number;
  readonly problem: RowProblem | undefined;
  readonly onChange: (row: MetadataRow) => void;
  readonly onRemove: () => void;
}

const types = ['String', 'Number', 'Boolean', 'Object', 'Array', 'Null'] as const satisfies ValueType[];

/** Key, type and value of one entry. */
export function MetadataRowEditor(props: MetadataRowEditorProps): ReactElement {
  const { row, index, problem, onChange, onRemove, blocked } = props;
  const isOfKey = problem === 'key-missing' || problem === 'key-not-unique';
  return (
    <div className="flex flex-wrap items-start gap-2 sm:flex-nowrap">
      <TextField
        label={copy.key(index + 1)}
        hideLabel
        mono
        className="min-w-24 flex-1"
        placeholder={copy.keyHint}
        data-testid={`metadata-key-${index}`}
        value={row.key}
        error={isOfKey ? copy.problems[problem] : undefined}
        blocked={blocked}
        onChange={(event) => {
          onChange({ ...row, key: event.currentTarget.value });
        }}
      />
      <LazySelect
        label={copy.type(index + 1)}
        hideLabel
        className="w-28 shrink-0"
        data-testid={`metadata-type-${index}`}
        value={row.type}
        options={types.map((type) => ({ value: type, label: type }))}
        blocked={blocked}
        onChange={(type) => {
          onChange({ ...row, type, value: retyped(row.value, type) });
        }}
      />
      <div className="order-last w-full sm:order-none sm:w-auto sm:min-w-0 sm:flex-[2]">
        <ValueEditor
          {...props}
          error={problem === undefined || isOfKey ? undefined : copy.problems[problem]}
        />
      </div>
      <IconButton label={copy.remove} size="regular" blocked={blocked} onClick={onRemove}>
        <Trash2 aria-hidden size={16} />
      </IconButton>
    </div>
  );
}

/** As much of a text as another type can have. */
function retyped(text: string, type: ValueType): string {
  const texts: Record<ValueType, string> = {
    String: text,
    Number: text.trim() !== '' && Number.isFinite(Number(text)) ? text : '',
    Boolean: text === 'true' ? 'true' : 'false',
    Object: '{}',
    Array: '[]',
    Null: 'null',
  };
  return texts[type];
}

function ValueEditor({
  row,
  index,
  error,
  onChange,
  blocked,
}: MetadataRowEditorProps & { readonly error: string | undefined }): ReactElement {
  const label = copy.value(index + 1);
  const testId = `metadata-value-${index}`;
  const change = (value: string): void => {
    onChange({ ...row, value });
  };
  switch (row.type) {
    case 'Boolean':
      return (
        <LazySelect
          label={label}
          hideLabel
          data-testid={testId}
          value={row.value === 'true' ? 'true' : 'false'}
          options={[
            { value: 'true', label: copy.true },
            { value: 'false', label: copy.false },
          ]}
          blocked={blocked}
          onChange={change}
        />
      );
    case 'Null':
      return (
        <p data-testid={testId} className="flex h-control items-center font-mono text-code text-muted">
          {row.value}
        </p>
      );
    case 'Object':
    case 'Array':
      return (
        <div data-testid={testId}>
          <JsonEditor
            label={label}
            hideLabel
            rows={3}
            value={row.value}
            readOnly={blocked !== undefined}
            error={error}
            onChange={change}
          />
        </div>
      );
    case 'String':
    case 'Number':
      return (
        <TextField
          label={label}
          hideLabel
          mono={row.type === 'Number'}
          inputMode={row.type === 'Number' ? 'decimal' : 'text'}
          data-testid={testId}
          value={row.value}
          error={error}
          blocked={blocked}
          onChange={(event) => {
            change(event.currentTarget.value);
          }}
        />
      );
  }
}
