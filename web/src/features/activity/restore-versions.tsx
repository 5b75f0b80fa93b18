import { useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { type AuditEvent } from '@/api/audit-events';
import { versionOf } from '@/api/audit-versions';
import { useNotify, usePlans, useWriteBlock } from '@/changes';
import { Button } from '@/components/ui/button';
import { activityCopy } from '@/copy/activity';
import { flagWords } from '@/copy/flag-words';
import { type Obstacle, planVersion, type Restoration, type Version, type VersionScene } from '@/lib/plan';
import { readVersionScene } from './use-version-scene';

const copy = activityCopy.restore;

interface RestoreVersionsProps {
  readonly event: AuditEvent;
  readonly scene: VersionScene;
}

/**
 * The ways back to what a change of a flag has found and left. A rule that was just made is left out: it
 * had no share yet, which nobody wants back.
 */
export function RestoreVersions({ event, scene }: RestoreVersionsProps): ReactElement | null {
  const { type, action } = event;
  const isChange = action === 'updated' || action === 'deleted';
  const isVersion = action === 'updated' || (action === 'created' && type !== 'rule');
  const before = isChange ? versionOf(type, event.before) : undefined;
  const after = isVersion ? versionOf(type, event.after) : undefined;
  return (
    <>
      {after && <RestoreVersion label={copy.after} version={after} scene={scene} />}
      {before && <RestoreVersion label={copy.before} version={before} scene={scene} />}
    </>
  );
}

interface RestoreVersionProps {
  readonly label: string;
  readonly version: Version;
  readonly scene: VersionScene;
}

function RestoreVersion({ label, version, scene }: RestoreVersionProps): ReactElement {
  const client = useQueryClient();
  const plans = usePlans();
  const notify = useNotify();
  const block = useWriteBlock(flagWords.actions.update);
  const [isBusy, setBusy] = useState(false);
  const note = noteOf(planVersion(scene, version), version);
  const restore = async (): Promise<void> => {
    // The flag may have changed since it was read here.
    const restoration = planVersion(await readVersionScene(client, scene), version);
    if ('obstacle' in restoration) notify.error(restoration.obstacle);
    else if (restoration.plan.steps.length === 0) notify.info(copy.current);
    else
      await plans.run(restoration.plan, {
        review: true,
        success: copy.done,
        action: flagWords.actions.update,
      });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        size="compact"
        icon={<RotateCcw aria-hidden size={16} />}
        busy={isBusy}
        blocked={block ?? note.block}
        onClick={() => {
          setBusy(true);
          restore()
            .catch((error: unknown) => {
              if (error instanceof Error) notify.error(error.message, error);
            })
            .finally(() => {
              setBusy(false);
            });
        }}
      >
        {label}
      </Button>
      <p className="text-secondary text-muted">{note.text}</p>
    </div>
  );
}

interface Note {
  readonly text: string;
  /** Set where there is nothing to restore. */
  readonly block?: string;
}

/** What people are to know before they restore a version, or why they cannot. */
function noteOf(restoration: Restoration | Obstacle, { kind }: Version): Note {
  if ('obstacle' in restoration) return { text: restoration.obstacle, block: restoration.obstacle };
  const { plan, isAnew } = restoration;
  if (plan.steps.length === 0) return { text: copy.current, block: copy.current };
  if (!isAnew) return { text: '' };
  return { text: kind === 'variant' ? copy.variantAnew : copy.anew };
}
