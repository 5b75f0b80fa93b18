import { Plus } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { JsonEditor } from '@/components/json-editor';
import { type Blockable } from '@/components/ui/blocked';
import { Button } from '@/components/ui/button';
import { metadataCopy as copy } from '@/copy/metadata';
import { rowProblems } from '@/lib/metadata-rows';
import { type MetadataDraft, metadataOfDraft, otherWay, tagsRow } from './metadata-draft';
import { MetadataRowEditor } from './metadata-row-editor';

interface MetadataEditorProps extends Blockable {
  readonly draft: MetadataDraft;
  readonly onChange: (draft: MetadataDraft) => void;
  /** What the server said about it. */
  readonly error?: string | undefined;
}

/** Metadata entry by entry, or as one JSON object. */
export function MetadataEditor({ draft, onChange, error, blocked }: MetadataEditorProps): ReactElement {
  const titleId = useId();
  const other = otherWay(draft);
  return (
    <div role="group" aria-labelledby={titleId} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span id={titleId} className="font-medium">
          {copy.title}
        </span>
        <Button
          variant="ghost"
          size="compact"
          disabled={other === undefined}
          blocked={blocked}
          onClick={() => {
            if (other !== undefined) onChange(other);
          }}
        >
          {draft.kind === 'rows' ? copy.asJson : copy.asEntries}
        </Button>
      </div>
      {draft.kind === 'rows' ? (
        <Entries draft={draft} onChange={onChange} blocked={blocked} />
      ) : (
        <JsonEditor
          label={copy.title}
          hideLabel
          value={draft.text}
          readOnly={blocked !== undefined}
          error={metadataOfDraft(draft) === undefined ? copy.noObject : undefined}
          onChange={(text) => {
            onChange({ kind: 'json', text });
          }}
        />
      )}
      {error !== undefined && <p className="text-secondary text-danger">{error}</p>}
    </div>
  );
}

interface EntriesProps extends Blockable {
  readonly draft: Extract<MetadataDraft, { kind: 'rows' }>;
  readonly onChange: (draft: MetadataDraft) => void;
}

function Entries({ draft, onChange, blocked }: EntriesProps): ReactElement {
  const problems = rowProblems(draft.rows);
  const tags = tagsRow(draft);
  const shown = draft.rows.filter((row) => row !== tags);
  return (
    <>
      {shown.length === 0 && <p className="text-secondary text-muted">{copy.empty}</p>}
      {shown.map((row, index) => (
        <MetadataRowEditor
          // Rows have nothing else of their own: keys change while they are typed.
          key={index}
          row={row}
          index={index}
          problem={problems[draft.rows.indexOf(row)]}
          blocked={blocked}
          onChange={(changed) => {
            onChange({ kind: 'rows', rows: draft.rows.map((other) => (other === row ? changed : other)) });
          }}
          onRemove={() => {
            onChange({ kind: 'rows', rows: draft.rows.filter((other) => other !== row) });
          }}
        />
      ))}
      <Button
        size="compact"
        className="self-start"
        icon={<Plus aria-hidden size={16} />}
        blocked={blocked}
        onClick={() => {
          onChange({ kind: 'rows', rows: [...draft.rows, { key: '', type: 'String', value: '' }] });
        }}
      >
        {copy.add}
      </Button>
    </>
  );
}
