import { type ReactElement } from 'react';
import { RadioGroup } from '@/components/ui/radio-group';
import { segmentsCopy } from '@/copy/segments';
import { type Segment } from '@/lib/model';

interface MatchTypeFieldProps {
  readonly value: Segment['matchType'];
  readonly onChange: (value: Segment['matchType']) => void;
  readonly blocked: string | undefined;
}

/** Whether entities must meet every constraint, or one. */
export function MatchTypeField({ value, onChange, blocked }: MatchTypeFieldProps): ReactElement {
  const copy = segmentsCopy.matchTypes;
  return (
    <RadioGroup
      label={segmentsCopy.fields.matchType}
      value={value}
      blocked={blocked}
      options={[
        { value: 'all', label: copy.all, description: copy.allHint },
        { value: 'any', label: copy.any, description: copy.anyHint },
      ]}
      onChange={onChange}
    />
  );
}
