import { type SegmentState } from '@pennon/state';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { namespacePath } from '@/app/namespace';
import { isSettled, usePlans } from '@/changes';
import { type Form, type SaveWay, useForm } from '@/changes/editing';
import { draftText } from '@/components/metadata';
import { newFlagCopy as copy } from '@/copy/new-flag';
import { joinPlans, planFlagCreate, planSegmentCreate } from '@/lib/plan';
import { flagFields, type FlagForm, flagOfForm } from './flag-form';
import { problemsOf } from './form-problems';

export interface NewFlagOptions {
  /** What its draft is kept under. */
  readonly draft: string;
  readonly namespaceKey: string;
  readonly begun: FlagForm;
  /** Keys of the flags that are there. */
  readonly taken: ReadonlySet<string>;
  /** Created before the flag, which needs it. */
  readonly newSegment: SegmentState | undefined;
  /** Told that the flag was created, and another one is wanted. */
  readonly onAnother: () => void;
}

interface NewFlagWay extends SaveWay {
  /** An empty form follows, in place of the page of the flag. */
  readonly isFollowed?: boolean;
}

/** The form of a new flag, and the one plan that creates everything it holds. */
export function useNewFlag({
  draft,
  namespaceKey,
  begun,
  taken,
  newSegment,
  onAnother,
}: NewFlagOptions): Form<FlagForm, NewFlagWay> {
  const navigate = useNavigate();
  const plans = usePlans();
  // What is read meanwhile changes nothing of what a form has begun with.
  const [stored] = useState(begun);
  const [isProposed, setProposed] = useState(false);
  return useForm<FlagForm, NewFlagWay>({
    stored,
    texts: { metadata: draftText },
    check: (values) => problemsOf(values, taken),
    save: async (values, { handles }) => {
      const plan = planFlagCreate(namespaceKey, flagOfForm(values));
      const whole =
        newSegment === undefined
          ? plan
          : joinPlans(plan, [planSegmentCreate(namespaceKey, newSegment), plan]);
      const outcome = await plans.run(whole, { action: copy.action, success: copy.created, handles });
      if (!isSettled(outcome)) return false;
      setProposed(outcome.proposed !== undefined);
      return true;
    },
    onSaved: ({ key }, way) => {
      if (way?.isFollowed === true) onAnother();
      else void navigate(namespacePath(namespaceKey, 'flags', ...(isProposed ? [] : [key])));
    },
    draft: { name: draft, fields: flagFields },
  });
}
