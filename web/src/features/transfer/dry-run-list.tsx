import { type ReactElement } from 'react';
import { DiffList } from '@/components/diff-list';
import { Chip } from '@/components/ui/chip';
import { Disclosure } from '@/components/ui/disclosure';
import { Select } from '@/components/ui/select';
import { TextField } from '@/components/ui/text-field';
import { type Tone } from '@/components/ui/tone';
import { dryRunCopy as copy } from '@/copy/dry-run';
import { choiceKey, type CopyItem } from '@/lib/plan';
import { type DryRun } from './use-dry-run';

type Look = CopyItem['state'] | 'conflict';

const tones: Record<Look, Tone> = { create: 'on', identical: 'neutral', differs: 'warn', conflict: 'danger' };

/** What a copy or an import will do, object by object, with a choice for each that differs. */
export function DryRunList({ run }: { readonly run: DryRun }): ReactElement {
  return (
    <ul aria-label={copy.title} className="divide-y divide-border rounded-card border border-border">
      {run.items.map((item) => {
        const { kind, key, missingSegments } = item;
        const look = lookOf(item);
        return (
          <li key={choiceKey(item)} className="flex flex-col gap-2 px-4 py-3">
            <div className="flex flex-wrap items-center gap-2">
              <span className="text-muted">{copy.kinds[kind]}</span>
              <span className="min-w-0 font-mono text-code break-all">{key}</span>
              <Chip tone={tones[look]} className="ms-auto">
                {copy.states[look]}
              </Chip>
            </div>
            {missingSegments.length > 0 && (
              <p className="text-danger">{copy.lacks(missingSegments.join(', '))}</p>
            )}
            {item.state === 'differs' && missingSegments.length === 0 && <Difference item={item} run={run} />}
          </li>
        );
      })}
    </ul>
  );
}

function lookOf({ state, missingSegments }: CopyItem): Look {
  return missingSegments.length > 0 ? 'conflict' : state;
}

function Difference({ item, run }: { readonly item: CopyItem; readonly run: DryRun }): ReactElement {
  const choice = run.choices.get(choiceKey(item)) ?? 'skip';
  const isRenamed = typeof choice === 'object';
  return (
    <>
      <div className="flex flex-wrap gap-4">
        <Select
          compact
          className="min-w-48 flex-1"
          label={copy.ifDiffers(item.key)}
          description={item.canOverwrite ? undefined : copy.otherType}
          value={isRenamed ? 'copyAs' : choice}
          options={[
            { value: 'skip', label: copy.choices.skip },
            { value: 'overwrite', label: copy.choices.overwrite, disabled: !item.canOverwrite },
            { value: 'copyAs', label: copy.choices.copyAs },
          ]}
          onChange={(value) => {
            run.choose(item, value === 'copyAs' ? { copyAs: `${item.key}-copy` } : value);
          }}
        />
        {isRenamed && (
          <TextField
            compact
            mono
            className="min-w-48 flex-1"
            label={copy.newKey(item.key)}
            value={choice.copyAs}
            error={run.newKeyProblem(item, choice.copyAs)}
            onChange={({ currentTarget: { value } }) => {
              run.choose(item, { copyAs: value });
            }}
          />
        )}
      </div>
      <Disclosure label={copy.showDifferences}>
        <DiffList changes={item.changes} />
      </Disclosure>
    </>
  );
}
