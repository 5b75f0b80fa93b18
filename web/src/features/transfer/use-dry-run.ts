import { useMemo, useState } from 'react';
import {
  choiceKey,
  type CopyChoice,
  type CopyChoices,
  type CopyItem,
  type CopyScene,
  dryRun,
  type Plan,
  planCopy,
} from '@/lib/plan';
import { keySchema, problemOf } from '@/lib/validation';

/** What a copy or an import would do, and what was chosen about it. */
export interface DryRun {
  readonly items: readonly CopyItem[];
  readonly choices: CopyChoices;
  readonly choose: (item: CopyItem, choice: CopyChoice) => void;
  /** What is wrong with the new key of an item; undefined when nothing is. */
  readonly newKeyProblem: (item: CopyItem, key: string) => string | undefined;
  /** What is to be done; undefined while something is wrong with a new key. */
  readonly plan: () => Plan | undefined;
}

/**
 * Plans a copy or an import by what is chosen about its items.
 *
 * @param scene Undefined while it is not known. It has to stay the same object as long as it says the same.
 * @param subject What choices are about: with another subject nothing is chosen yet.
 * @param isOverwritten Tells the items that are overwritten unless something else is chosen; the others are skipped.
 */
export function useDryRun(
  scene: CopyScene | undefined,
  subject: unknown,
  isOverwritten: (item: CopyItem) => boolean = () => false,
): DryRun | undefined {
  const [chosen, setChosen] = useState<{ readonly subject: unknown; readonly choices: CopyChoices }>();
  const items = useMemo(() => scene && dryRun(scene), [scene]);
  if (scene === undefined || items === undefined) return undefined;
  const own: CopyChoices = chosen !== undefined && chosen.subject === subject ? chosen.choices : new Map();
  const overwritten = items.filter((item) => item.canOverwrite && isOverwritten(item));
  const choices = new Map([
    ...overwritten.map((item): [string, CopyChoice] => [choiceKey(item), 'overwrite']),
    ...own,
  ]);
  /** The key under which an item is copied, where that is another one. */
  const newKeyOf = (item: CopyItem): string | undefined => {
    const choice = choices.get(choiceKey(item));
    return typeof choice === 'object' ? choice.copyAs : undefined;
  };
  const newKeyProblem = (item: CopyItem, key: string): string | undefined => {
    const { kind } = item;
    const present = kind === 'flag' ? scene.target.flags : scene.target.segments;
    const same = items.filter((other) => other.kind === kind);
    const others = same.filter((other) => other.key !== item.key);
    const isTaken = (taken: string): boolean =>
      [...present, ...same].some((one) => one.key === taken) ||
      others.some((other) => newKeyOf(other) === taken);
    return problemOf(keySchema(kind, isTaken), key);
  };
  const isPossible = items.every((item) => {
    const key = item.state === 'differs' ? newKeyOf(item) : undefined;
    return key === undefined || newKeyProblem(item, key) === undefined;
  });
  return {
    items,
    choices,
    choose: (item, choice) => {
      setChosen({ subject, choices: new Map(own).set(choiceKey(item), choice) });
    },
    newKeyProblem,
    plan: () => (isPossible ? planCopy(scene.target, items, choices) : undefined),
  };
}
