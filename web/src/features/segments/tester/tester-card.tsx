import { type ReactElement, useMemo, useState } from 'react';
import { useRestoredDraft } from '@/changes';
import { JsonEditor } from '@/components/json-editor';
import { Card } from '@/components/ui/card';
import { TextField } from '@/components/ui/text-field';
import { testerCopy as copy } from '@/copy/segments';
import { Personas } from '@/features/console';
import { SegmentProbe } from '@/lib/constraints';
import { type Segment } from '@/lib/model';
import { contextSchema, problemOf } from '@/lib/validation';
import * as z from '@/lib/zod';
import { TesterResult } from './tester-result';

const kept = z.object({ entityId: z.string(), context: z.string() });

/** Tries the segment on an entity, with each keystroke and without the server. */
export function TesterCard({ segment }: { readonly segment: Segment }): ReactElement {
  const [entityId, setEntityId] = useState('');
  const [context, setContext] = useState('{}');
  const isDirty = entityId !== '' || context !== '{}';
  useRestoredDraft({
    name: `segment/${segment.namespaceKey}/${segment.key}/tester`,
    schema: kept,
    values: isDirty ? { entityId, context } : undefined,
    restore: (before) => {
      setEntityId(before.entityId);
      setContext(before.context);
    },
  });
  const probe = useMemo(() => new SegmentProbe(segment), [segment]);
  const problem = problemOf(contextSchema, context);
  const explanation = problem === undefined ? probe.explain(entityId, contextOf(context)) : undefined;
  return (
    <Card title={copy.title} description={copy.text}>
      <div className="flex flex-col gap-3">
        <TextField
          label={copy.entityId}
          mono
          value={entityId}
          onChange={(event) => {
            setEntityId(event.currentTarget.value);
          }}
        />
        <Personas
          entity={{ entityId, context }}
          onUse={(persona) => {
            setEntityId(persona.entityId);
            setContext(persona.context);
          }}
        />
        <JsonEditor label={copy.context} value={context} error={problem} rows={4} onChange={setContext} />
        {explanation !== undefined && <TesterResult segment={segment} explanation={explanation} />}
      </div>
    </Card>
  );
}

/** A context that the schema has accepted: text values, and nothing else. */
function contextOf(text: string): Readonly<Record<string, string>> {
  const entries = Object.entries(JSON.parse(text) as object);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
