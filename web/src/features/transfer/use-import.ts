import { messageOf } from '@pennon/domain';
import { useState } from 'react';
import { readNamespace } from '@/api/document';
import { type CopyScene } from '@/lib/plan';

interface Import {
  readonly read: (text: string, fileName: string) => Promise<void>;
  /** The file, and what is there. */
  readonly scene: CopyScene | undefined;
  /** Why the file cannot be imported. */
  readonly problem: string | undefined;
  readonly isReading: boolean;
}

/** Reads a file, and the namespace that it is for. */
export function useImport(namespaceKey: string): Import {
  const [scene, setScene] = useState<CopyScene>();
  const [problem, setProblem] = useState<string>();
  const [isReading, setReading] = useState(false);

  const read = async (text: string, fileName: string): Promise<void> => {
    setReading(true);
    setProblem(undefined);
    setScene(undefined);
    try {
      const { readFile } = await import('@/lib/documents');
      const file = readFile(text, fileName, namespaceKey);
      const target = { namespaceKey, ...(await readNamespace(namespaceKey)) };
      setScene({ source: file, chosen: file, target });
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setReading(false);
    }
  };

  return { read, scene, problem, isReading };
}
