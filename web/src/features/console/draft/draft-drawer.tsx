import { type ReactElement, useState } from 'react';
import { Drawer } from '@/components/ui/drawer';
import { consoleCopy } from '@/copy/console';
import { explainDraft } from '@/lib/evaluation/explain-draft';
import { type FlagContents, type Segment } from '@/lib/model';
import { findingOf, reasonText } from '../answers';
import { EntityFields } from '../entity-fields';
import { ExplanationView } from '../explain/explanation-view';
import { Personas } from '../personas/personas';
import { questionOf } from '../questions';
import { ResultCard } from '../result-card';
import { type EntityInput } from '../use-entities';

const copy = consoleCopy.draft;

interface DraftDrawerProps {
  readonly flag: FlagContents;
  readonly segments: readonly Segment[];
  readonly onClose: () => void;
}

/**
 * What an entity would get if what is edited were saved, with each keystroke and without the server. It stands over the
 * page that is edited: leaving that would lose the draft.
 */
export function DraftDrawer({ flag, segments, onClose }: DraftDrawerProps): ReactElement {
  const [entity, setEntity] = useState<EntityInput>({ entityId: '', context: '' });
  const question = questionOf(flag.key, entity);
  const explanation = question === undefined ? undefined : explainDraft(flag, segments, question);
  return (
    <Drawer open title={copy.title} description={copy.text} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <EntityFields entity={entity} onChange={setEntity} isStrict={false} onSubmit={() => undefined} />
        <Personas entity={entity} onUse={setEntity} />
        {explanation !== undefined && (
          <>
            <ResultCard
              finding={findingOf(explanation)}
              reason={reasonText(explanation.result.reason, explanation)}
            />
            <ExplanationView explanation={explanation} />
          </>
        )}
      </div>
    </Drawer>
  );
}
