import { type ReactElement } from 'react';
import { type Plan } from '@/lib/plan/plan';
import { isSettled, usePlans } from '../plans';
import { type Form, type FormOptions, type SaveWay } from './form';
import { useConflictQuestion } from './use-conflict-question';
import { isRight, useForm } from './use-form';

interface StoredFormOptions<State, Values extends object, Way extends SaveWay> extends Omit<
  FormOptions<Values, Way>,
  'check' | 'save'
> {
  /** What the fields are called in a conflict. */
  readonly labels: Readonly<Record<keyof Values, string>>;
  readonly check?: FormOptions<Values, Way>['check'];
  /** False for values that cannot be saved, where `check` does not tell. */
  readonly isValid?: (values: Values) => boolean;
  /** Gives what is stored, as shown or read anew; undefined when it is gone, of which the person was told. */
  readonly read: () => Promise<State | undefined>;
  readonly valuesOf: (state: State) => Values;
  /** What saving does, from that state; undefined where the values cannot be saved. */
  readonly planOf: (state: State, values: Values, way?: Way) => Plan | undefined | Promise<Plan | undefined>;
  readonly success: string;
  /** Completes "You are not allowed to …". */
  readonly action: string;
  /** True where each field shows what the server refused; a message tells of it elsewhere. */
  readonly showsServerErrors?: boolean;
}

/** A form over something that is stored. */
export interface StoredForm<Values, Way extends SaveWay = SaveWay> extends Form<Values, Way> {
  /** Settles what changed elsewhere while it was edited here. */
  readonly showConflicts: () => Promise<void>;
  /** A question that is open. */
  readonly dialog: ReactElement | undefined;
}

/**
 * A form over something that is stored. What somebody else saved meanwhile is not overwritten unasked: here where the
 * form knows of it, and by the server where the change has a base.
 */
export function useStoredForm<State, Values extends object, Way extends SaveWay = SaveWay>({
  labels,
  check = () => ({}),
  isValid = () => true,
  read,
  valuesOf,
  planOf,
  success,
  action,
  showsServerErrors = false,
  ...options
}: StoredFormOptions<State, Values, Way>): StoredForm<Values, Way> {
  const plans = usePlans();
  const { ask, dialog } = useConflictQuestion(labels);
  const form: Form<Values, Way> = useForm<Values, Way>({
    isNew: false,
    ...options,
    check,
    save: async (_, { handles }, way) => {
      const freshest = await read();
      if (freshest === undefined) return false;
      const now = valuesOf(freshest);
      const choices = await ask(form.editing.conflictsWith(now));
      if (choices === undefined) return false;
      const values = form.editing.settle(now, choices);
      const isSavable = isValid(values) && isRight(check(values, way));
      const plan = isSavable ? await planOf(freshest, values, way) : undefined;
      if (plan === undefined) return false;
      const outcome = await plans.run(plan, {
        review: way?.review === true,
        success,
        action,
        handles: (error) => showsServerErrors && handles(error),
      });
      if (!isSettled(outcome)) return false;
      // One that closes now shows to its end what it holds.
      if (options.onSaved === undefined) form.editing.saved(values);
      return true;
    },
  });
  return {
    ...form,
    canSave: form.canSave && isValid(form.values),
    showConflicts: async () => {
      const choices = await ask(form.editing.conflicts);
      if (choices !== undefined) form.editing.settle(options.stored, choices);
    },
    dialog,
  };
}
