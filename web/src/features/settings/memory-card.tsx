import { type ReactElement } from 'react';
import { forgetPersonas, usePersonas } from '@/app/personas';
import { forgetRecents, useRecents } from '@/app/recents';
import { Card } from '@/components/ui/card';
import { settingsCopy } from '@/copy/settings';
import { formatCounted } from '@/lib/numbers';
import { KeptItems } from './kept-items';

const copy = settingsCopy.memory;

/** What this browser keeps of what people do, and how it is wiped. */
export function MemoryCard(): ReactElement {
  const personas = usePersonas();
  const recents = useRecents();
  return (
    <Card title={copy.title} description={copy.text}>
      <div className="flex flex-col gap-3">
        <KeptItems
          count={formatCounted(personas.length, 'persona')}
          isEmpty={personas.length === 0}
          action={copy.forgetPersonas}
          done={copy.personasForgotten}
          forget={forgetPersonas}
        />
        <KeptItems
          count={formatCounted(recents.length, 'recent item')}
          isEmpty={recents.length === 0}
          action={copy.forgetRecents}
          done={copy.recentsForgotten}
          forget={forgetRecents}
        />
      </div>
    </Card>
  );
}
