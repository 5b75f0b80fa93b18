import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { type Rule } from '@/api/types';
import { useWriteBlock } from '@/changes';
import { ChangedElsewhere, saveKeys } from '@/changes/editing';
import { rulesCopy as copy } from '@/copy/rules';
import { FindingList } from '../targeting/finding-list';
import { FormActions } from '../targeting/form-actions';
import { ImpactLine } from '../targeting/impact-line';
import { SegmentPreview } from '../targeting/segment-preview';
import { TargetCard } from '../targeting/target-card';
import { useTellEdit } from '../unsaved-edits';
import { ruleFindings } from './rule-findings';
import { RuleMenu } from './rule-menu';
import { ruleImpactOf, type RulesScene } from './rule-scene';
import { RuleSummary } from './rule-summary';
import { ruleDraftOf, ruleProblems } from './rule-values';
import { useRuleForm } from './use-rule-form';

const RuleFields = lazy(async () => ({ default: (await import('./rule-fields')).RuleFields }));

// Finding what never matches asks the evaluator, which what is read first does not need.
const SegmentFindings = lazy(async () => ({
  default: (await import('../targeting/segment-findings')).SegmentFindings,
}));

interface RuleCardProps {
  readonly scene: RulesScene;
  readonly rule: Rule;
  /** Place of the rule, from zero. */
  readonly index: number;
  readonly handle: ReactNode;
  readonly onMove: (from: number, to: number) => void;
}

/** One rule: what it does, and its form. */
export function RuleCard({ scene, rule, index, handle, onMove }: RuleCardProps): ReactElement {
  const block = useWriteBlock(copy.actions.update);
  const form = useRuleForm(scene, rule);
  const [isOpen, setOpen] = useState(form.isResumed);
  const { values, change, isDirty, conflicts } = form.editing;
  const draft = ruleDraftOf(values, rule.distributions);
  const impact = form.canSave ? ruleImpactOf(scene.flag, rule, draft) : undefined;
  const { shares: distributions, ...choice } = draft;
  useTellEdit(form.canSave ? { of: 'rule', id: rule.id, rule: { ...choice, distributions } } : undefined);
  const title = copy.rule(index + 1);
  return (
    <TargetCard
      title={title}
      handle={handle}
      isDirty={isDirty}
      isOpen={isOpen}
      onOpenChange={setOpen}
      menu={<RuleMenu scene={scene} rule={rule} index={index} onMove={onMove} />}
      summary={
        <>
          <RuleSummary scene={scene} position={index + 1} draft={draft} />
          <FindingList findings={ruleFindings(scene, rule, index)} />
          {/* Open, its form says so. */}
          {!isOpen && (
            <Suspense>
              <SegmentFindings segmentKeys={choice.segmentKeys} segments={scene.segments} />
            </Suspense>
          )}
        </>
      }
    >
      <form
        aria-label={title}
        className="flex flex-col gap-4"
        onKeyDown={saveKeys(() => void form.save())}
        onSubmit={(event) => {
          event.preventDefault();
          void form.save();
        }}
      >
        {conflicts.length > 0 && <ChangedElsewhere onShow={() => void form.showConflicts()} />}
        <Suspense>
          <RuleFields
            draft={form.draft}
            flag={scene.flag}
            of={title}
            segments={scene.segments}
            values={values}
            stored={rule.distributions}
            problems={ruleProblems(values)}
            blocked={block}
            onChange={change}
          />
        </Suspense>
        {draft.segmentKeys.flatMap((key) => {
          const segment = scene.segments.get(key);
          return segment === undefined ? [] : [<SegmentPreview key={key} segment={segment} />];
        })}
        {impact !== undefined && <ImpactLine text={impact} />}
        <FormActions form={form} blocked={block} />
      </form>
      {form.dialog}
    </TargetCard>
  );
}
