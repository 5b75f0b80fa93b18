import { useQuery } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { segmentsQuery } from '@/api/segments';
import { type Constraint, type Segment } from '@/api/types';
import { useWriteBlock } from '@/changes';
import { ChangedElsewhere, saveKeys } from '@/changes/editing';
import { useFirstError } from '@/components/use-first-error';
import { Autocomplete } from '@/components/ui/autocomplete';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/drawer';
import { Select } from '@/components/ui/select';
import { TextField } from '@/components/ui/text-field';
import { Tooltip } from '@/components/ui/tooltip';
import { commonCopy } from '@/copy/common';
import { constraintsCopy } from '@/copy/constraints';
import { segmentConstraintsCopy as copy, segmentsCopy } from '@/copy/segments';
import {
  comparisonTypes,
  operatorHints,
  operatorLabel,
  operatorsOf,
  takesValue,
  withOperator,
  withType,
} from '@/lib/constraints';
import { formatCounted } from '@/lib/numbers';
import { propertiesOf } from '../properties-of';
import { flagKeysOf, useSegmentUses } from '../use/segment-use';
import { SplitOffer } from './split-offer';
import { useConstraintForm } from './use-constraint-form';
import { ValueField } from './value-field';

interface ConstraintFormProps {
  readonly segment: Segment;
  /** Undefined for a new one. */
  readonly constraint: Constraint | undefined;
  readonly onClose: () => void;
}

/** Type, property, operator, value and description of a constraint, in a drawer. */
export function ConstraintForm({ segment, constraint, onClose }: ConstraintFormProps): ReactElement {
  const block = useWriteBlock(segmentsCopy.actions.update);
  const { data: segments = [] } = useQuery(segmentsQuery(segment.namespaceKey));
  const flagKeys = flagKeysOf(useSegmentUses(segment.namespaceKey, segment.key).uses ?? []);
  const affected = formatCounted(flagKeys.length, segmentsCopy.flag);
  const { form, focusFirstError } = useFirstError();
  const state = useConstraintForm({ segment, constraint, flagKeys, onClose });
  const { editing, problems, parts, leave, replace } = state;
  const { values, change, conflicts } = editing;
  const isEntityId = values.type === 'ENTITY_ID_COMPARISON_TYPE';
  const save = (isSplit = false): void => {
    void state.save({ isSplit }).then((isSaved) => {
      if (!isSaved) focusFirstError();
    });
  };
  return (
    <Drawer
      open
      title={constraint === undefined ? copy.newTitle : copy.editTitle}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{commonCopy.cancel}</Button>
          <Tooltip text={flagKeys.length === 0 ? undefined : segmentsCopy.affects(affected)}>
            <Button
              variant="primary"
              busy={state.isSaving}
              disabled={constraint !== undefined && !editing.isDirty}
              blocked={block}
              onClick={() => {
                save();
              }}
            >
              {constraint === undefined ? commonCopy.create : commonCopy.update}
            </Button>
          </Tooltip>
        </>
      }
    >
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-4"
        onKeyDown={saveKeys(save)}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {conflicts.length > 0 && <ChangedElsewhere onShow={() => void state.showConflicts()} />}
        <Select
          label={copy.fields.type}
          value={values.type}
          options={comparisonTypes.map((value) => ({ value, label: constraintsCopy.types[value] }))}
          blocked={block}
          onChange={(type) => {
            replace(withType(values, type));
          }}
        />
        {!isEntityId && (
          <Autocomplete
            label={copy.fields.property}
            description={copy.propertyHint}
            mono
            value={values.property}
            suggestions={propertiesOf(segments)}
            error={problems.property}
            blocked={block}
            onBlur={() => {
              if (values.property !== '') leave('property');
            }}
            onChange={(property) => {
              change('property', property);
            }}
          />
        )}
        <Select
          label={copy.fields.operator}
          value={values.operator}
          options={operatorsOf(values.type, constraint).map((value) => ({
            value,
            label: operatorLabel(values.type, value),
          }))}
          description={hintText(operatorHints(values.type, values.operator))}
          blocked={block}
          onChange={(operator) => {
            replace(withOperator(values, operator));
          }}
        />
        {takesValue(values.operator) && (
          <ValueField
            values={values}
            error={problems.value}
            blocked={block}
            onLeave={() => {
              if (values.value !== '') leave('value');
            }}
            onChange={(value) => {
              change('value', value);
            }}
          />
        )}
        {parts !== undefined && (
          <SplitOffer
            parts={parts}
            blocked={block}
            onSplit={() => {
              save(true);
            }}
          />
        )}
        <TextField
          label={copy.fields.description}
          optional
          value={values.description}
          blocked={block}
          onChange={(event) => {
            change('description', event.currentTarget.value);
          }}
        />
        {flagKeys.length > 0 && (
          <p className="text-secondary text-muted">
            {segmentsCopy.affectsNamed(affected, flagKeys.join(', '))}
          </p>
        )}
      </form>
      {state.dialog}
    </Drawer>
  );
}

function hintText(hints: readonly string[]): string | undefined {
  return hints.length === 0 ? undefined : hints.join(' ');
}
