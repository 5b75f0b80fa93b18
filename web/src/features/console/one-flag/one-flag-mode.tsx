import { Play } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { useShortcut } from '@/app/shortcuts';
import { EmptyState } from '@/components/empty-state';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { consoleCopy } from '@/copy/console';
import { type NamespaceIndex } from '@/index';
import { type Flag } from '@/lib/model';
import { EntityFields } from '../entity-fields';
import { FlagSelect } from '../flag-select';
import { Personas } from '../personas/personas';
import { questionOf, waitingText } from '../questions';
import { type EntityInput } from '../use-entities';
import { useEvaluation } from '../use-evaluation';

const CopyMenu = lazy(async () => ({ default: (await import('../copying/copy-menu')).CopyMenu }));

const Outcome = lazy(async () => ({ default: (await import('./outcome')).Outcome }));

const { errors, result: copy } = consoleCopy;

interface OneFlagModeProps {
  readonly namespaceKey: string;
  readonly flags: readonly Flag[];
  readonly index: NamespaceIndex | undefined;
  readonly flagKey: string | undefined;
  readonly onFlagKey: (flagKey: string | undefined) => void;
  readonly entity: EntityInput;
  readonly onEntity: (entity: EntityInput) => void;
}

/** What one flag answers one entity, and why. */
export function OneFlagMode(props: OneFlagModeProps): ReactElement {
  const { namespaceKey, flags, index, flagKey, onFlagKey, entity, onEntity } = props;
  const [isStrict, setStrict] = useState(false);
  const flag = flags.find(({ key }) => key === flagKey);
  const question = questionOf(flag?.key, entity);
  const evaluation = useEvaluation(namespaceKey, question);

  const evaluate = (): void => {
    setStrict(true);
    if (question !== undefined && flag !== undefined) evaluation.evaluate({ question, type: flag.type });
  };
  useShortcut('mod+enter', evaluate, {
    label: consoleCopy.evaluate,
    where: consoleCopy.where,
    inFields: true,
  });

  const flagError =
    flagKey !== undefined && flag === undefined
      ? errors.lacksFlag(flagKey)
      : isStrict && flag === undefined
        ? errors.flag
        : undefined;
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <Card title={consoleCopy.inputs} className="self-start">
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            evaluate();
          }}
        >
          <FlagSelect flags={flags} value={flag?.key} onChange={onFlagKey} error={flagError} />
          <EntityFields entity={entity} onChange={onEntity} onSubmit={evaluate} isStrict={isStrict} />
          <Personas entity={entity} onUse={onEntity} />
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              variant="primary"
              busy={evaluation.isPending}
              icon={<Play aria-hidden size={16} />}
            >
              {consoleCopy.evaluate}
            </Button>
            {flag !== undefined && question !== undefined && (
              <Suspense>
                <CopyMenu
                  namespaceKey={namespaceKey}
                  flag={flag}
                  question={question}
                  raw={evaluation.answer?.raw}
                />
              </Suspense>
            )}
          </div>
          <p className="text-secondary text-muted">{consoleCopy.evaluateHint}</p>
        </form>
      </Card>
      <div className="flex min-w-0 flex-col gap-4">
        {flag?.type === 'variant' && !flag.isEnabled && <Banner tone="warn">{copy.disabledNote}</Banner>}
        {question === undefined ? (
          <EmptyState title={waitingText(entity)} />
        ) : (
          <Suspense>
            <Outcome
              index={index}
              question={question}
              evaluation={evaluation}
              isOff={flag !== undefined && flag.off !== false}
            />
          </Suspense>
        )}
      </div>
    </div>
  );
}
