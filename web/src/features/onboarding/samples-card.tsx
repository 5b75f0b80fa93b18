import { type ReactElement } from 'react';
import { namespacePath } from '@/app/namespace';
import { useWriteBlock } from '@/changes';
import { Card } from '@/components/ui/card';
import { ButtonLink } from '@/components/ui/link';
import { samplesCopy as copy } from '@/copy/samples';
import { SAMPLES } from '@/lib/samples';
import { SamplesButton } from './samples-button';
import { useHasSamples } from './use-has-samples';

/** Loads the sample data, leads to it, and removes it again. */
export function SamplesCard(): ReactElement | null {
  const isThere = useHasSamples();
  const canLoad = useWriteBlock(copy.action, 'CreateNamespace') === undefined;
  if (isThere === undefined || !canLoad) return null;
  return (
    <Card title={copy.title} description={copy.text}>
      <div className="flex flex-wrap gap-2">
        {isThere && <ButtonLink to={namespacePath(SAMPLES, 'flags')}>{copy.open}</ButtonLink>}
        <SamplesButton isThere={isThere} />
      </div>
    </Card>
  );
}
