import { type ReactElement } from 'react';
import { type Form, NameAndKey } from '@/changes/editing';
import { type Blockable } from '@/components/ui/blocked';
import { TextArea } from '@/components/ui/text-area';
import { segmentsCopy as copy } from '@/copy/segments';
import { MatchTypeField } from './match-type-field';
import { type NewSegmentValues } from './use-new-segment';

interface NewSegmentFieldsProps extends Blockable {
  readonly form: Form<NewSegmentValues>;
}

/** What is asked of a segment that is to be: the same on its page and in a drawer. */
export function NewSegmentFields({ form, blocked }: NewSegmentFieldsProps): ReactElement {
  return (
    <>
      <NameAndKey form={form} labels={copy.fields} keyHint={copy.keyHint} blocked={blocked} />
      <TextArea
        label={copy.fields.description}
        optional
        rows={2}
        blocked={blocked}
        {...form.text('description')}
      />
      <MatchTypeField blocked={blocked} {...form.field('matchType')} />
    </>
  );
}
