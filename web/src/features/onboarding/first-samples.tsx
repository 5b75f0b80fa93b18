import { type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { namespacePath, useNamespaceKey } from '@/app/namespace';
import { useWriteBlock } from '@/changes';
import { ButtonLink } from '@/components/ui/link';
import { samplesCopy as copy } from '@/copy/samples';
import { SAMPLES } from '@/lib/samples';
import { SamplesButton } from './samples-button';
import { useHasSamples } from './use-has-samples';

/** The way to the sample data from a namespace without flags: it is loaded first where it is not there. */
export function FirstSamples(): ReactElement | null {
  const navigate = useNavigate();
  const namespaceKey = useNamespaceKey();
  const isThere = useHasSamples();
  const block = useWriteBlock(copy.action, 'CreateNamespace');
  const path = namespacePath(SAMPLES, 'flags');
  if (isThere === undefined || namespaceKey === SAMPLES) return null;
  if (isThere) return <ButtonLink to={path}>{copy.open}</ButtonLink>;
  return <SamplesButton isThere={false} blocked={block} onDone={() => void navigate(path)} />;
}
