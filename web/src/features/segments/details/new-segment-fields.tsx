import { type ReactElement } from 'react';
import { type Blockable } from '@/components/ui/blocked';
import { TextArea } from '@/components/ui/text-area';
import { TextField } from '@/components/ui/text-field';
import { segmentsCopy as copy } from '@/copy/segments';
import { keyWarning } from '@/lib/validation';
import { MatchTypeField } from './match-type-field';
import { type NewSegment } from './use-new-segment';

interface NewSegmentFieldsProps extends Blockable {
  readonly segment: NewSegment;
}

/** What is asked of a segment that is to be: the same on its page and in a drawer. */
export function NewSegmentFields({ segment, blocked }: NewSegmentFieldsProps): ReactElement {
  const { values, problems, change, leave } = segment;
  return (
    <>
      <TextField
        label={copy.fields.name}
        autoFocus
        value={values.name}
        error={problems.name}
        blocked={blocked}
        onBlur={() => {
          if (values.name !== '') leave('name');
        }}
        onChange={(event) => {
          change('name', event.currentTarget.value);
        }}
      />
      <TextField
        label={copy.fields.key}
        mono
        value={values.key}
        error={problems.key}
        description={keyWarning(values.key) ?? copy.keyHint}
        blocked={blocked}
        onBlur={() => {
          if (values.key !== '') leave('key');
        }}
        onChange={(event) => {
          change('key', event.currentTarget.value);
        }}
      />
      <TextArea
        label={copy.fields.description}
        optional
        rows={2}
        value={values.description}
        blocked={blocked}
        onChange={(event) => {
          change('description', event.currentTarget.value);
        }}
      />
      <MatchTypeField
        value={values.matchType}
        blocked={blocked}
        onChange={(matchType) => {
          change('matchType', matchType);
        }}
      />
    </>
  );
}
