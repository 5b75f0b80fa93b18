import { Play } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { ErrorState } from '@/components/error-state';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { consoleCopy } from '@/copy/console';
import { type FlagExplanation, type NamespaceIndex } from '@/index';
import { type Flag } from '@/lib/model';
import { findingOf, findingOfAnswer, reasonText, valueText, type Finding } from '../answers';
import { EntityFields } from '../entity-fields';
import { ExplanationView } from '../explain/explanation-view';
import { FlagSelect } from '../flag-select';
import { Personas } from '../personas/personas';
import { questionOf } from '../questions';
import { ResultCard } from '../result-card';
import { type Entities, type EntityInput } from '../use-entities';
import { type Evaluation, useEvaluation } from '../use-evaluation';

const { compare: copy, errors } = consoleCopy;

interface CompareModeProps {
  readonly namespaceKey: string;
  readonly flags: readonly Flag[];
  readonly index: NamespaceIndex | undefined;
  readonly flagKey: string | undefined;
  readonly onFlagKey: (flagKey: string | undefined) => void;
  readonly entities: Entities;
}

/** What one flag answers two entities, side by side. */
export function CompareMode(props: CompareModeProps): ReactElement {
  const { namespaceKey, flags, index, flagKey, onFlagKey, entities } = props;
  const [isStrict, setStrict] = useState(false);
  const flag = flags.find(({ key }) => key === flagKey);
  const first = useSide(namespaceKey, index, flag, entities.first);
  const second = useSide(namespaceKey, index, flag, entities.second);
  const evaluate = (): void => {
    setStrict(true);
    first.evaluate();
    second.evaluate();
  };
  const isPending = first.evaluation.isPending || second.evaluation.isPending;
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        evaluate();
      }}
    >
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-full max-w-md">
          <FlagSelect
            flags={flags}
            value={flag?.key}
            onChange={onFlagKey}
            error={isStrict && flag === undefined ? errors.flag : undefined}
          />
        </div>
        <Button type="submit" variant="primary" busy={isPending} icon={<Play aria-hidden size={16} />}>
          {consoleCopy.evaluate}
        </Button>
      </div>
      <Verdict first={first.finding} second={second.finding} />
      <div className="grid gap-6 lg:grid-cols-2">
        <SideColumn
          title={copy.first}
          side={first}
          entity={entities.first}
          onEntity={entities.setFirst}
          onSubmit={evaluate}
          isStrict={isStrict}
        />
        <SideColumn
          title={copy.second}
          side={second}
          entity={entities.second}
          onEntity={entities.setSecond}
          onSubmit={evaluate}
          isStrict={isStrict}
        />
      </div>
    </form>
  );
}

interface Side {
  readonly explanation: FlagExplanation | undefined;
  readonly evaluation: Evaluation;
  /** Of the server once it has answered, else what was found out here. */
  readonly finding: Finding | undefined;
  readonly evaluate: () => void;
}

function useSide(
  namespaceKey: string,
  index: NamespaceIndex | undefined,
  flag: Flag | undefined,
  entity: EntityInput,
): Side {
  const question = questionOf(flag?.key, entity);
  const evaluation = useEvaluation(namespaceKey, question);
  const explanation =
    question === undefined
      ? undefined
      : index?.explain(question.flagKey, question.entityId, question.context, flag?.off !== false);
  const local = explanation === undefined ? undefined : findingOf(explanation);
  return {
    explanation,
    evaluation,
    finding: evaluation.answer === undefined ? local : findingOfAnswer(evaluation.answer),
    evaluate: () => {
      if (question !== undefined && flag !== undefined) evaluation.evaluate({ question, type: flag.type });
    },
  };
}

function Verdict({
  first,
  second,
}: {
  readonly first: Finding | undefined;
  readonly second: Finding | undefined;
}): ReactElement | null {
  if (first === undefined || second === undefined) return null;
  const isSame = first.value === second.value;
  return (
    <Banner tone={isSame ? 'info' : 'warn'} live>
      {isSame
        ? copy.same(valueText(first.value))
        : copy.different(valueText(first.value), valueText(second.value))}
    </Banner>
  );
}

interface SideColumnProps {
  readonly title: string;
  readonly side: Side;
  readonly entity: EntityInput;
  readonly onEntity: (entity: EntityInput) => void;
  readonly onSubmit: () => void;
  readonly isStrict: boolean;
}

function SideColumn({ title, side, entity, onEntity, onSubmit, isStrict }: SideColumnProps): ReactElement {
  const { explanation, evaluation, finding } = side;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Card title={title} role="group">
        <div className="flex flex-col gap-4">
          <EntityFields entity={entity} onChange={onEntity} onSubmit={onSubmit} isStrict={isStrict} />
          <Personas entity={entity} onUse={onEntity} />
        </div>
      </Card>
      {evaluation.error !== undefined && (
        <ErrorState title={consoleCopy.result.failed} details={evaluation.error.message} />
      )}
      {finding !== undefined && (
        <ResultCard
          finding={finding}
          reason={reasonText(finding.reason, explanation)}
          answer={evaluation.answer}
        />
      )}
      {explanation !== undefined && <ExplanationView explanation={explanation} />}
    </div>
  );
}
