import { type ReactElement } from 'react';
import { DiffList } from '@/components/diff-list';
import { Chip } from '@/components/ui/chip';
import { Segmented } from '@/components/ui/segmented';
import { type Tone } from '@/components/ui/tone';
import { transferCopy } from '@/copy/transfer';
import { choiceKey, type CopyChoice, type CopyItem } from '@/lib/plan';
import { canImport } from './use-import';

const copy = transferCopy.importing;

interface DryRunProps {
  readonly items: readonly CopyItem[];
  readonly choices: ReadonlyMap<string, CopyChoice>;
  readonly onChoose: (item: CopyItem, choice: 'skip' | 'overwrite') => void;
}

/** What would happen to each flag and segment of the file: created, changed, the same, or a conflict. */
export function DryRun({ items, choices, onChoose }: DryRunProps): ReactElement {
  return (
    <ul aria-label={copy.dryRun} className="flex flex-col gap-2">
      {items.map((item) => {
        const choice = choices.get(choiceKey(item)) === 'overwrite' ? 'overwrite' : 'skip';
        const { tone, word } = lookOf(item);
        const reason = conflictOf(item);
        return (
          <li key={choiceKey(item)} className="flex flex-col gap-2 rounded-card border border-border p-3">
            <div className="flex flex-wrap items-center gap-2">
              <Chip tone={tone}>{word}</Chip>
              <span className="text-muted">{copy.kinds[item.kind]}</span>
              <code className="min-w-0 flex-1 break-all">{item.key}</code>
              {item.state === 'differs' && canImport(item) && (
                <Segmented
                  label={copy.choiceFor(item.key)}
                  value={choice}
                  options={[
                    { value: 'skip', label: copy.skip },
                    { value: 'overwrite', label: copy.overwrite },
                  ]}
                  onChange={(next) => {
                    onChoose(item, next);
                  }}
                />
              )}
            </div>
            {reason !== undefined && <p className="text-secondary text-muted">{reason}</p>}
            {item.state === 'differs' && canImport(item) && <DiffList changes={item.changes} />}
          </li>
        );
      })}
    </ul>
  );
}

function lookOf(item: CopyItem): { readonly tone: Tone; readonly word: string } {
  const { states } = copy;
  if (!canImport(item)) return { tone: 'danger', word: states.conflict };
  switch (item.state) {
    case 'create':
      return { tone: 'on', word: states.create };
    case 'differs':
      return { tone: 'warn', word: states.change };
    case 'identical':
      return { tone: 'neutral', word: states.same };
  }
}

function conflictOf({ canOverwrite, missingSegments }: CopyItem): string | undefined {
  if (!canOverwrite) return copy.otherType;
  return missingSegments.length > 0 ? copy.missing(missingSegments.join(', ')) : undefined;
}
