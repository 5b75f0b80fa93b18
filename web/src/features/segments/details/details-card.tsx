import { type ReactElement } from 'react';
import { useWriteBlock } from '@/changes';
import { CardForm } from '@/changes/editing';
import { CopyButton } from '@/components/copy-button';
import { Card } from '@/components/ui/card';
import { TextArea } from '@/components/ui/text-area';
import { TextField } from '@/components/ui/text-field';
import { segmentsCopy as copy } from '@/copy/segments';
import { type Segment } from '@/lib/model';
import { MatchTypeField } from './match-type-field';
import { useDetailsForm } from './use-details-form';

/** Name, description and match type of a segment, saved together. */
export function DetailsCard({ segment }: { readonly segment: Segment }): ReactElement {
  const block = useWriteBlock(copy.actions.update);
  const form = useDetailsForm(segment);
  return (
    <Card title={copy.details}>
      <CardForm subject={segment} form={form} blocked={block}>
        <TextField label={copy.fields.name} blocked={block} {...form.text('name')} />
        <TextField
          label={copy.fields.key}
          mono
          readOnly
          value={segment.key}
          description={copy.keyFixed}
          trailing={<CopyButton text={segment.key} label={copy.copyKey} />}
        />
        <TextArea label={copy.fields.description} rows={2} blocked={block} {...form.text('description')} />
        <MatchTypeField blocked={block} {...form.field('matchType')} />
      </CardForm>
    </Card>
  );
}
