import { Play } from 'lucide-react';
import { type ReactElement, useMemo, useState } from 'react';
import { useSearchState } from '@/app/search-state';
import { useShortcut } from '@/app/shortcuts';
import { EmptyState } from '@/components/empty-state';
import { ErrorState } from '@/components/error-state';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { consoleCopy } from '@/copy/console';
import { type NamespaceIndex } from '@/index';
import { parseContext } from '@/lib/evaluation/context-text';
import { type Flag } from '@/lib/model';
import * as z from '@/lib/zod';
import { EntityFields } from '../entity-fields';
import { Personas } from '../personas/personas';
import { isSameQuestion, waitingText } from '../questions';
import { type EntityInput } from '../use-entities';
import { AllFlagsTable } from './all-flags-table';
import { rowsOf, valueNameOf } from './all-flags-rows';
import { useAllAnswers } from './use-all-answers';

const { all: copy } = consoleCopy;

const schema = z.object({
  result: z.optional(z.string()),
  differing: z._default(z.stringbool(), false),
});

/** Stands for no filter: a select has no empty value. */
const ANY = '*';

interface AllFlagsModeProps {
  readonly namespaceKey: string;
  readonly flags: readonly Flag[];
  readonly index: NamespaceIndex | undefined;
  readonly entity: EntityInput;
  readonly onEntity: (entity: EntityInput) => void;
  /** Of links that explain one flag for this entity. */
  readonly search: string;
}

/** What every flag of the namespace answers one entity. */
export function AllFlagsMode({
  namespaceKey,
  flags,
  index,
  entity,
  onEntity,
  search,
}: AllFlagsModeProps): ReactElement {
  const [{ result, differing }, change] = useSearchState(schema);
  const [isStrict, setStrict] = useState(false);
  const { data, variables, mutate, isPending, error, done } = useAllAnswers(namespaceKey);
  const context = parseContext(entity.context);
  const { entityId } = entity;
  const isAnswered =
    variables !== undefined &&
    context !== undefined &&
    isSameQuestion({ ...variables, flagKey: '' }, { ...variables, entityId, context, flagKey: '' });
  const answers = isAnswered ? data : undefined;
  // An object anew for each letter typed; its text tells whether anything has changed.
  const contextText = context === undefined ? undefined : JSON.stringify(context);
  const rows = useMemo(
    () =>
      rowsOf(
        flags,
        index,
        entityId,
        contextText === undefined ? undefined : parseContext(contextText),
        answers,
      ),
    [flags, index, entityId, contextText, answers],
  );
  const shown = rows.filter(
    (row) => (result === undefined || valueNameOf(row) === result) && (!differing || row.isDiffering),
  );
  const evaluate = (): void => {
    setStrict(true);
    if (entityId === '' || context === undefined) return;
    mutate({ entityId, context, flagKeys: flags.map(({ key }) => key) });
  };
  useShortcut('mod+enter', evaluate, { label: copy.evaluate, where: consoleCopy.where, inFields: true });
  const names = [...new Set(rows.map(valueNameOf))].toSorted();

  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <Card title={consoleCopy.inputs} className="self-start">
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            evaluate();
          }}
        >
          <EntityFields entity={entity} onChange={onEntity} onSubmit={evaluate} isStrict={isStrict} />
          <Personas entity={entity} onUse={onEntity} />
          <Button
            type="submit"
            variant="primary"
            className="self-start"
            busy={isPending}
            icon={<Play aria-hidden size={16} />}
          >
            {copy.evaluate}
          </Button>
        </form>
      </Card>
      <div className="flex min-w-0 flex-col gap-4">
        {error !== null && <ErrorState title={consoleCopy.result.failed} details={error.message} />}
        {rows.length === 0 ? (
          <EmptyState title={waitingText(entity)} />
        ) : (
          <>
            <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
              <Select
                className="w-48"
                label={copy.filter}
                value={result ?? ANY}
                onChange={(next) => {
                  change({ result: next === ANY ? undefined : next });
                }}
                options={[
                  { value: ANY, label: copy.anyResult },
                  ...names.map((name) => ({ value: name, label: name })),
                ]}
              />
              <Switch
                className="pb-2"
                label={copy.differing}
                checked={differing}
                onChange={(checked) => {
                  change({ differing: checked ? 'true' : undefined });
                }}
              />
            </div>
            <p role="status" className="text-secondary text-muted">
              {isPending ? copy.progress(done, flags.length) : copy.count(shown.length, rows.length)}{' '}
              {!isPending && (answers === undefined ? copy.preview : copy.answered)}
            </p>
            {shown.length === 0 ? (
              <EmptyState
                title={copy.nothing}
                action={
                  <Button
                    onClick={() => {
                      change({ result: undefined, differing: undefined });
                    }}
                  >
                    {copy.showAll}
                  </Button>
                }
              />
            ) : (
              <AllFlagsTable
                namespaceKey={namespaceKey}
                rows={shown}
                search={search}
                explain={({ key, off }) => index?.explain(key, entityId, context ?? {}, off !== false)}
              />
            )}
          </>
        )}
      </div>
    </div>
  );
}
