import { type ReactElement, useState } from 'react';
import { namespacePath } from '@/app/namespace';
import { usePlans, useWriteBlock } from '@/changes';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/link';
import { flagCopy } from '@/copy/flag';
import { type FlagContents } from '@/lib/model';

interface FlagMissingProps {
  readonly namespaceKey: string;
  readonly flagKey: string;
  /** As this tab last saw it; undefined when it never did. */
  readonly lastKnown: FlagContents | undefined;
}

/** The flag does not exist, or does not any more: ways on, and the way back. */
export function FlagMissing({ namespaceKey, flagKey, lastKnown }: FlagMissingProps): ReactElement {
  const copy = flagCopy.missing;
  const block = useWriteBlock(flagCopy.actions.create);
  const [isBusy, setIsBusy] = useState(false);
  const recreate = useRecreate(namespaceKey, lastKnown);
  return (
    <div className="flex max-w-xl flex-col items-start gap-3 py-12">
      <h1 tabIndex={-1} className="text-title font-semibold break-words">
        {lastKnown === undefined ? copy.never(flagKey) : copy.noLonger(flagKey)}
      </h1>
      <p className="text-muted">{lastKnown === undefined ? copy.neverText : copy.noLongerText}</p>
      <div className="flex flex-wrap gap-2">
        {recreate !== undefined && (
          <Button
            variant="primary"
            busy={isBusy}
            blocked={block}
            onClick={() => {
              setIsBusy(true);
              void recreate().finally(() => {
                setIsBusy(false);
              });
            }}
          >
            {copy.recreate}
          </Button>
        )}
        <ButtonLink to={namespacePath(namespaceKey, 'flags')}>{copy.toList}</ButtonLink>
        <ButtonLink to={`${namespacePath(namespaceKey, 'flags')}?q=${encodeURIComponent(flagKey)}`}>
          {copy.search}
        </ButtonLink>
      </div>
    </div>
  );
}

/** Makes the flag again as it was; undefined where that is not known. */
function useRecreate(
  namespaceKey: string,
  flag: FlagContents | undefined,
): (() => Promise<unknown>) | undefined {
  const plans = usePlans();
  if (flag === undefined) return undefined;
  return async () => {
    const { planFlagCreate } = await import('@/lib/plan');
    const plan = planFlagCreate(namespaceKey, flag);
    await plans.run(plan, { success: flagCopy.missing.recreated, action: flagCopy.actions.create });
  };
}
