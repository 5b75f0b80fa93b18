import { type ReactElement, useEffect, useId, useState } from 'react';
import { usePlans, useUnsavedForm } from '@/changes';
import { saveKeys } from '@/changes/editing';
import { useFirstError } from '@/components/use-first-error';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/drawer';
import { Select } from '@/components/ui/select';
import { commonCopy } from '@/copy/common';
import { rulesCopy as copy } from '@/copy/rules';
import { targetingCopy } from '@/copy/targeting';
import { planRuleCreate } from '@/lib/plan';
import * as z from '@/lib/zod';
import { RuleFields } from './rule-fields';
import { type RulesScene } from './rule-scene';
import { hasProblem, newRule, ruleDraftOf, ruleFields, ruleProblems, type RuleValues } from './rule-values';

const kept = z.object({ values: ruleFields, index: z.exactOptional(z.number()) });

interface NewRuleDrawerProps {
  readonly scene: RulesScene;
  readonly onClose: () => void;
}

/** Makes a rule: last, or before another one. */
export function NewRuleDrawer({ scene, onClose }: NewRuleDrawerProps): ReactElement {
  const formId = useId();
  const { form, focusFirstError } = useFirstError();
  const creation = useRuleCreation(scene, onClose);
  const { values, index, problems, isSaving, create } = creation;
  const submit = async (): Promise<void> => {
    if (!(await create())) focusFirstError();
  };
  return (
    <Drawer
      open
      title={copy.new}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{commonCopy.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isSaving}>
            {commonCopy.create}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        className="flex flex-col gap-5"
        onKeyDown={(event) => {
          saveKeys(() => void submit())(event);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <RuleFields
          flag={scene.flag}
          draft={creation.draft}
          of={copy.shares.newRule}
          segments={scene.segments}
          values={values}
          stored={[]}
          problems={problems}
          onChange={creation.change}
        />
        {scene.rules.length > 0 && (
          <Select
            label={targetingCopy.position}
            value={String(index)}
            options={[
              { value: String(scene.rules.length), label: targetingCopy.last },
              ...scene.rules.map((_, at) => ({ value: String(at), label: copy.beforeRule(at + 1) })),
            ]}
            onChange={(value) => {
              creation.setIndex(Number(value));
            }}
          />
        )}
      </form>
    </Drawer>
  );
}

/** What the drawer holds, and how it is saved. */
function useRuleCreation(scene: RulesScene, onDone: () => void) {
  const plans = usePlans();
  const [values, setValues] = useState<RuleValues>(newRule);
  const [wantedIndex, setIndex] = useState<number>();
  const [isTried, setTried] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [isDone, setDone] = useState(false);
  const index = Math.min(wantedIndex ?? scene.rules.length, scene.rules.length);
  const problems = ruleProblems(values);

  const create = async (): Promise<boolean> => {
    setTried(true);
    if (hasProblem(problems) || isSaving) return false;
    setSaving(true);
    const plan = planRuleCreate(scene, ruleDraftOf(values, []), index);
    const outcome = await plans.run(plan, { success: copy.created, action: copy.actions.create });
    setSaving(false);
    const isCreated = outcome !== 'cancelled' && outcome.failure === undefined;
    setDone(isCreated);
    return isCreated;
  };

  const isDirty = values !== newRule || wantedIndex !== undefined;
  const { namespaceKey, key } = scene.flag;
  const draft = `flag/${namespaceKey}/${key}/rule/new`;
  useUnsavedForm({
    name: draft,
    schema: kept,
    values: isDirty && !isDone ? { values, index: wantedIndex } : undefined,
    restore: (before) => {
      setValues({ ...newRule, ...before.values });
      setIndex(before.index);
    },
    save: create,
    scope: 'drawer',
  });
  // Closed once the guard has heard that nothing is lost.
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone, onDone]);

  return {
    draft,
    values,
    index,
    /** Said once it was tried to save them. */
    problems: isTried ? problems : {},
    isSaving,
    create,
    setIndex,
    change: <Name extends keyof RuleValues>(name: Name, value: RuleValues[Name]): void => {
      setValues((before) => ({ ...before, [name]: value }));
    },
  };
}
