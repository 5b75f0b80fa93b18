import { comparisonTypes } from '@pennon/domain';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { segmentsQuery } from '@/api/segments';
import { useSaveWords, useWriteBlock } from '@/changes';
import { FormDrawer } from '@/changes/editing';
import { Autocomplete } from '@/components/ui/autocomplete';
import { Select } from '@/components/ui/select';
import { TextField } from '@/components/ui/text-field';
import { commonCopy } from '@/copy/common';
import { constraintsCopy } from '@/copy/constraints';
import { segmentConstraintsCopy as copy, segmentsCopy } from '@/copy/segments';
import {
  operatorHints,
  operatorLabel,
  operatorsOf,
  takesValue,
  withOperator,
  withType,
} from '@/lib/constraints';
import { type Constraint, type Segment } from '@/lib/model';
import { formatCounted } from '@/lib/numbers';
import { propertiesOf } from '../properties-of';
import { flagKeysOf, useSegmentUses } from '../use/segment-use';
import { SplitOffer } from './split-offer';
import { partsOf, useConstraintForm } from './use-constraint-form';
import { ValueField } from './value-field';

interface ConstraintFormProps {
  readonly segment: Segment;
  /** Undefined for a new one. */
  readonly constraint: Constraint | undefined;
  readonly onClose: () => void;
}

/** Type, property, operator, value and description of a constraint, in a drawer. */
export function ConstraintForm({ segment, constraint, onClose }: ConstraintFormProps): ReactElement {
  const isNew = constraint === undefined;
  const block = useWriteBlock(segmentsCopy.actions.update);
  const saveWords = useSaveWords(segment, isNew ? commonCopy.create : commonCopy.update);
  const { data: segments = [] } = useQuery(segmentsQuery(segment.namespaceKey));
  const flagKeys = flagKeysOf(useSegmentUses(segment.namespaceKey, segment.key).uses ?? []);
  const affected = formatCounted(flagKeys.length, segmentsCopy.flag);
  const form = useConstraintForm({ segment, constraint, flagKeys, onClose });
  const { values } = form;
  const parts = partsOf(segment, values);
  const hints = operatorHints(values.type, values.operator);
  return (
    <FormDrawer
      form={form}
      title={isNew ? copy.newTitle : copy.editTitle}
      action={saveWords}
      hint={flagKeys.length === 0 ? undefined : segmentsCopy.affects(affected)}
      blocked={block}
      onClose={onClose}
    >
      <Select
        label={copy.fields.type}
        value={values.type}
        options={comparisonTypes.map((value) => ({ value, label: constraintsCopy.types[value] }))}
        blocked={block}
        onChange={(type) => {
          form.enter(withType(values, type));
        }}
      />
      {values.type !== 'entityId' && (
        <Autocomplete
          label={copy.fields.property}
          description={copy.propertyHint}
          mono
          suggestions={propertiesOf(segments)}
          blocked={block}
          onBlur={() => {
            form.leave('property');
          }}
          {...form.field('property')}
        />
      )}
      <Select
        label={copy.fields.operator}
        value={values.operator}
        options={operatorsOf(values.type, constraint).map((value) => ({
          value,
          label: operatorLabel(values.type, value),
        }))}
        description={hints.length === 0 ? undefined : hints.join(' ')}
        blocked={block}
        onChange={(operator) => {
          form.enter(withOperator(values, operator));
        }}
      />
      {takesValue(values.operator) && (
        <ValueField
          values={values}
          blocked={block}
          onLeave={() => {
            form.leave('value');
          }}
          {...form.field('value')}
        />
      )}
      {parts !== undefined && (
        <SplitOffer parts={parts} blocked={block} onSplit={() => void form.submit({ isSplit: true })} />
      )}
      <TextField label={copy.fields.description} optional blocked={block} {...form.text('description')} />
      {flagKeys.length > 0 && (
        <p className="text-secondary text-muted">
          {segmentsCopy.affectsNamed(affected, flagKeys.join(', '))}
        </p>
      )}
    </FormDrawer>
  );
}
