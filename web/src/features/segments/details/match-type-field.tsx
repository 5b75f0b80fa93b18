import { type ReactElement } from 'react';
import { type Segment } from '@/api/types';
import { RadioGroup } from '@/components/ui/radio-group';
import { segmentsCopy } from '@/copy/segments';

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
        { value: 'ALL_MATCH_TYPE', label: copy.all, description: copy.allHint },
        { value: 'ANY_MATCH_TYPE', label: copy.any, description: copy.anyHint },
      ]}
      onChange={onChange}
    />
  );
}
