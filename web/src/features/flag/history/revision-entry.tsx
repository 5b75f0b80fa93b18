import { RotateCcw, Undo2 } from 'lucide-react';
import { type ReactElement, type ReactNode } from 'react';
import { type Revision } from '@/api/revisions';
import { useWriteBlock } from '@/changes';
import { Time } from '@/components/time';
import { Button } from '@/components/ui/button';
import { Chip } from '@/components/ui/chip';
import { classes } from '@/components/ui/classes';
import { useShownWhenLinked } from '@/components/use-shown-when-linked';
import { flagWords } from '@/copy/flag-words';
import { historyCopy as copy } from '@/copy/history';
import { type Flag } from '@/lib/model';
import { formatCounted } from '@/lib/numbers';
import { type Past } from '@/lib/plan';
import { useWayBack } from './use-way-back';

interface RevisionEntryProps {
  readonly flag: Flag;
  readonly revision: Revision;
  /** True for the one after which the flag is what it is now. */
  readonly isLatest: boolean;
  readonly isLinked: boolean;
}

/** Who made a revision, when and why, what it changed, and the ways back. */
export function RevisionEntry({ flag, revision, isLatest, isLinked }: RevisionEntryProps): ReactElement {
  const { author, at, message, lines, linesLeftOut, subjects } = revision;
  const entry = useShownWhenLinked<HTMLLIElement>(isLinked);
  const isOf = ({ kind, key }: Revision['subjects'][number]): boolean => kind === 'flag' && key === flag.key;
  const others = subjects.filter((subject) => !isOf(subject));
  // Undoing the first one would delete the flag, which has a question of its own.
  const hasMadeIt = subjects.some((subject) => isOf(subject) && subject.action === 'created');
  return (
    <li
      ref={entry}
      aria-current={isLinked ? 'true' : undefined}
      className={classes(
        'flex flex-col gap-2 px-4 py-3',
        isLinked && 'outline-2 -outline-offset-2 outline-accent',
      )}
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="font-medium break-all">{author === '' ? copy.somebody : author}</strong>
        <span className="text-secondary text-muted">
          <Time timestamp={at} />
        </span>
        <span className="text-secondary text-muted">{copy.revision(revision.revision)}</span>
        <Marks revision={revision} />
      </p>
      {message !== '' && <q className="break-words">{message}</q>}
      <ul className="font-mono text-code break-words [overflow-wrap:anywhere]">
        {lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
        {linesLeftOut > 0 && <li className="text-muted">{copy.more(formatCounted(linesLeftOut, 'line'))}</li>}
      </ul>
      {others.length > 0 && (
        <p className="text-secondary break-words text-muted">
          {copy.also(others.map(({ kind, key }) => `${kind} ${key}`.trim()).join(', '))}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {!hasMadeIt && (
          <WayBack
            flag={flag}
            way="undo"
            revision={revision.revision}
            icon={<Undo2 aria-hidden size={16} />}
          />
        )}
        {!isLatest && (
          <WayBack
            flag={flag}
            way="restore"
            revision={revision.revision}
            icon={<RotateCcw aria-hidden size={16} />}
          />
        )}
      </div>
    </li>
  );
}

/** What else is to be known of a revision, in a few words each. */
function Marks({ revision }: Pick<RevisionEntryProps, 'revision'>): ReactElement {
  const { origin, approvedBy, isBypassed, reverts, revertedBy } = revision;
  const words = [
    copy.origin(origin),
    approvedBy.length === 0 ? undefined : copy.approvedBy(approvedBy.join(', ')),
    reverts === '' ? undefined : copy.undoes(reverts),
    revertedBy.length === 0 ? undefined : copy.undoneBy(revertedBy),
  ];
  return (
    <>
      {isBypassed && <Chip tone="warn">{copy.bypassed}</Chip>}
      {words.map((word) => word !== undefined && <Chip key={word}>{word}</Chip>)}
    </>
  );
}

interface WayBackProps extends Pick<Past, 'way' | 'revision'> {
  readonly flag: Flag;
  readonly icon: ReactNode;
}

function WayBack({ flag, way, revision, icon }: WayBackProps): ReactElement {
  const block = useWriteBlock(flagWords.actions.update);
  const { isBusy, goBack } = useWayBack(flag);
  return (
    <Button
      size="compact"
      icon={icon}
      busy={isBusy}
      blocked={block}
      onClick={() => void goBack(way, revision)}
    >
      {way === 'undo' ? copy.undo : copy.restore}
    </Button>
  );
}
