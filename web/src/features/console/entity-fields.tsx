import { Shuffle } from 'lucide-react';
import { type ReactElement } from 'react';
import { JsonEditor } from '@/components/json-editor';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { consoleCopy } from '@/copy/console';
import { withTextValues } from '@/lib/evaluation/context-text';
import { contextMarks, entityErrors } from './questions';
import { type EntityInput } from './use-entities';

interface EntityFieldsProps {
  readonly entity: EntityInput;
  readonly onChange: (entity: EntityInput) => void;
  readonly onSubmit: () => void;
  /** Also says what is missing, not only what is wrong. */
  readonly isStrict: boolean;
}

/** Who is asked for, and what is known of them. */
export function EntityFields({ entity, onChange, onSubmit, isStrict }: EntityFieldsProps): ReactElement {
  const errors = entityErrors(entity);
  const converted = withTextValues(entity.context);
  return (
    <>
      <TextField
        label={consoleCopy.entity}
        mono
        value={entity.entityId}
        error={isStrict ? errors.entityId : undefined}
        onChange={({ currentTarget }) => {
          onChange({ ...entity, entityId: currentTarget.value });
        }}
      />
      <Button
        size="compact"
        className="self-start"
        icon={<Shuffle aria-hidden size={16} />}
        onClick={() => {
          onChange({ ...entity, entityId: crypto.randomUUID() });
        }}
      >
        {consoleCopy.newEntity}
      </Button>
      <JsonEditor
        label={consoleCopy.context}
        description={consoleCopy.contextHint}
        value={entity.context}
        error={errors.context}
        check={contextMarks}
        rows={6}
        onSubmit={onSubmit}
        onChange={(context) => {
          onChange({ ...entity, context });
        }}
      />
      {converted !== undefined && (
        <Button
          size="compact"
          className="self-start"
          onClick={() => {
            onChange({ ...entity, context: converted });
          }}
        >
          {consoleCopy.errors.toText}
        </Button>
      )}
    </>
  );
}
