import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { namespacesQuery } from '@/api/namespaces';
import { useGuardedNamespaces } from '@/changes';
import { nameSchema } from '@/lib/validation';
import {
  choiceKey,
  type CopyChoice,
  type CopyItem,
  type CopyOptions,
  type CopyTarget,
  type CopyParts,
  dryRun,
  planCopyParts,
} from '@/lib/plan';
import { contentsQuery } from './contents-query';
import { newNamespaceProblem, type TargetChoice } from './copy-target-fields';
import { newKeyProblem } from './dry-run-list';

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
  readonly choices: ReadonlyMap<string, CopyChoice>;
  readonly choose: (item: CopyItem, choice: CopyChoice) => void;
  readonly isTaken: (kind: CopyItem['kind'], key: string) => boolean;
  /** Undefined until a target is chosen and both sides are read. */
  readonly items: readonly CopyItem[] | undefined;
  /** Undefined while something in the dialog stands against it. */
  readonly parts: CopyParts | undefined;
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
  const [choices, setChoices] = useState<ReadonlyMap<string, CopyChoice>>(new Map());
  const { data: namespaces = [] } = useQuery(namespacesQuery());
  const guarded = useGuardedNamespaces();
  const existingKey = target?.kind === 'existing' ? target.key : undefined;
  const source = useQuery(contentsQuery(namespaceKey, flagKeys));
  const there = useQuery({
    ...contentsQuery(existingKey ?? '', flagKeys),
    enabled: existingKey !== undefined,
  });
  const options: CopyOptions = {
    withTargeting: true,
    withSegments: true,
    keepEnabled: target === undefined || !guarded.has(target.key),
    ...chosenOptions,
  };
  const chosen = useMemo(
    () =>
      source.data && {
        flags: source.data.flags,
        segments: source.data.segments.filter(({ key }) => segmentKeys.includes(key)),
      },
    [source.data, segmentKeys],
  );
  const targetState = stateOf(target, there.data);
  const items =
    source.data !== undefined && chosen !== undefined && targetState !== undefined
      ? dryRun(source.data, chosen, targetState, options)
      : undefined;
  const isTaken = (kind: CopyItem['kind'], key: string): boolean =>
    kind === 'segment'
      ? (there.data?.segments.some((segment) => segment.key === key) ?? false)
      : (there.data?.flags.some(({ flag }) => flag.key === key) ?? false);
  const isReady =
    items !== undefined &&
    (target?.kind !== 'new' ||
      (nameSchema.safeParse(target.name).success &&
        newNamespaceProblem(target.key, namespaces) === undefined)) &&
    items.every((item) => isWritable(item, choices, isTaken));
  return {
    target,
    setTarget: (next) => {
      setTarget(next);
      setChoices(new Map());
    },
    options,
    setOption: (option, isOn) => {
      setOptions((before) => ({ ...before, [option]: isOn }));
    },
    choices,
    choose: (item, choice) => {
      setChoices((before) => new Map(before).set(choiceKey(item), choice));
    },
    isTaken,
    items,
    parts:
      isReady && source.data !== undefined && chosen !== undefined && targetState !== undefined
        ? planCopyParts(source.data, chosen, targetState, options, choices)
        : undefined,
    error: source.error ?? there.error,
    retry: () => {
      void source.refetch();
      if (existingKey !== undefined) void there.refetch();
    },
  };
}

function stateOf(
  target: TargetChoice | undefined,
  contents: Pick<CopyTarget, 'flags' | 'segments'> | undefined,
): CopyTarget | undefined {
  if (target?.kind === 'new') {
    const { key, name } = target;
    return { namespaceKey: key, flags: [], segments: [], create: { key, name, description: '' } };
  }
  return target === undefined || contents === undefined
    ? undefined
    : { namespaceKey: target.key, ...contents };
}

function isWritable(
  item: CopyItem,
  choices: ReadonlyMap<string, CopyChoice>,
  isTaken: CopyRun['isTaken'],
): boolean {
  const choice = choices.get(choiceKey(item)) ?? 'skip';
  const isLeft = item.state === 'identical' || (item.state === 'differs' && choice === 'skip');
  if (isLeft) return true;
  if (item.missingSegments.length > 0) return false;
  return typeof choice !== 'object' || newKeyProblem(item.kind, choice.copyAs, isTaken) === undefined;
}
