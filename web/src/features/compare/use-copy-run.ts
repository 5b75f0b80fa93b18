import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { namespacesQuery } from '@/api/namespaces';
import { useGuardedNamespaces } from '@/changes';
import { type DryRun, useDryRun } from '@/features/transfer';
import { type NamespaceStates } from '@/lib/documents';
import { type CopyItem, type CopyOptions, type CopyTarget, type Plan } from '@/lib/plan';
import { nameSchema } from '@/lib/validation';
import { contentsQuery } from './contents-query';
import { newNamespaceProblem, type TargetChoice } from './copy-target-fields';

/** What is copied from where. */
export interface CopySubject {
  readonly namespaceKey: string;
  readonly flagKeys: readonly string[];
  readonly segmentKeys: readonly string[];
}

/** A copy as it is chosen in the dialog: what it would do, and the plan that does it. */
export interface CopyRun {
  readonly target: TargetChoice | undefined;
  readonly setTarget: (target: TargetChoice) => void;
  readonly options: CopyOptions;
  readonly setOption: (option: keyof CopyOptions, isOn: boolean) => void;
  /** Undefined until a target is chosen and both sides are read. */
  readonly dryRun: DryRun | undefined;
  /** Undefined while something in the dialog stands against it. */
  readonly plan: Plan | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Puts together a copy to another namespace. */
export function useCopyRun(
  { namespaceKey, flagKeys, segmentKeys }: CopySubject,
  first?: TargetChoice,
): CopyRun {
  const [target, setTarget] = useState(first);
  const [chosenOptions, setOptions] = useState<Partial<CopyOptions>>({});
  const { data: namespaces = [] } = useQuery(namespacesQuery());
  const guarded = useGuardedNamespaces();
  const existingKey = target?.kind === 'existing' ? target.key : undefined;
  const here = useQuery(contentsQuery(namespaceKey));
  const there = useQuery({
    ...contentsQuery(existingKey ?? ''),
    enabled: existingKey !== undefined,
  });
  const keepEnabled = target === undefined || !guarded.has(target.key);
  const options = useMemo(
    () => ({ withTargeting: true, withSegments: true, keepEnabled, ...chosenOptions }),
    [chosenOptions, keepEnabled],
  );
  const scene = useMemo(() => {
    const targetState = stateOf(target, there.data);
    const source = here.data;
    if (source === undefined || targetState === undefined) return undefined;
    const chosen = {
      flags: source.flags.filter(({ key }) => flagKeys.includes(key)),
      segments: source.segments.filter(({ key }) => segmentKeys.includes(key)),
    };
    return { source, chosen, target: targetState, options };
  }, [here.data, target, there.data, options, flagKeys, segmentKeys]);
  // A person who chose something wants it there as it is here; segments that come along stay as they are there.
  const isChosen = ({ kind, key }: CopyItem): boolean =>
    (kind === 'flag' ? flagKeys : segmentKeys).includes(key);
  const dryRun = useDryRun(scene, target?.key, isChosen);
  const isPossible =
    target?.kind !== 'new' ||
    (nameSchema.safeParse(target.name).success && newNamespaceProblem(target.key, namespaces) === undefined);
  return {
    target,
    setTarget,
    options,
    setOption: (option, isOn) => {
      setOptions((before) => ({ ...before, [option]: isOn }));
    },
    dryRun,
    plan: isPossible ? dryRun?.plan() : undefined,
    error: here.error ?? there.error,
    retry: () => {
      void here.refetch();
      if (existingKey !== undefined) void there.refetch();
    },
  };
}

function stateOf(
  target: TargetChoice | undefined,
  contents: (NamespaceStates & Pick<CopyTarget, 'base'>) | undefined,
): CopyTarget | undefined {
  if (target?.kind === 'new') {
    const { key, name } = target;
    return { namespaceKey: key, flags: [], segments: [], create: { key, name, description: '' } };
  }
  return target === undefined || contents === undefined
    ? undefined
    : { namespaceKey: target.key, ...contents };
}
