import { type Answer } from '@pennon/state';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { type ReactElement } from 'react';
import { classes } from '@/components/ui/classes';
import { rulesCopy } from '@/copy/rules';
import { shareTotal, type ShareTotal } from '@/lib/audience';
import { type ShareRow } from './share-rows';

const looks: Record<ShareTotal['verdict'], { readonly tone: string; readonly icon: ReactElement }> = {
  full: { tone: 'text-on', icon: <CircleCheck aria-hidden size={16} /> },
  under: { tone: 'text-warn', icon: <TriangleAlert aria-hidden size={16} /> },
  over: { tone: 'text-danger', icon: <CircleAlert aria-hidden size={16} /> },
};

interface ShareTotalLineProps {
  readonly rows: readonly ShareRow[];
  /** What entities get that no share reaches. */
  readonly rest: Answer;
}

/** What the shares add up to, and what that means. */
export function ShareTotalLine({ rows, rest }: ShareTotalLineProps): ReactElement {
  const { verdict, text } = shareTotal(
    rows.map(({ rollout }) => rollout ?? 0),
    rest,
  );
  const { tone, icon } = looks[verdict];
  return (
    <p role="status" className={classes('flex items-start gap-1.5', tone)}>
      <span className="flex h-5 items-center">{icon}</span>
      <span>
        {rulesCopy.shares.total} {text}
      </span>
    </p>
  );
}
