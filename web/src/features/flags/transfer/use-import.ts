import { messageOf } from '@pennon/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readNamespace } from '@/api/contents';
import { type NamespaceContents } from '@/lib/compare';
import { type CopyItem, type CopyOptions, type CopyTarget, dryRun } from '@/lib/plan';

/** A file imports all that it says. */
export const importOptions: CopyOptions = { withTargeting: true, withSegments: true, keepEnabled: true };

/** A file, what is there, and what the one would make of the other. */
export interface ImportScene {
  readonly file: NamespaceContents;
  readonly target: CopyTarget;
  readonly items: readonly CopyItem[];
}

interface Import {
  readonly read: (text: string) => Promise<void>;
  readonly scene: ImportScene | undefined;
  /** Why the file cannot be imported. */
  readonly problem: string | undefined;
  readonly isReading: boolean;
}

/** False for what conflicts: a flag of another type, or one whose segments are nowhere. */
export function canImport({ canOverwrite, missingSegments }: CopyItem): boolean {
  return canOverwrite && missingSegments.length === 0;
}

/** Reads a file, and of the namespace what the file is about. */
export function useImport(namespaceKey: string): Import {
  const client = useQueryClient();
  const [scene, setScene] = useState<ImportScene>();
  const [problem, setProblem] = useState<string>();
  const [isReading, setReading] = useState(false);

  const targetOf = async (file: NamespaceContents): Promise<CopyTarget> => {
    const keys = file.flags.map(({ flag }) => flag.key);
    return { namespaceKey, ...(await readNamespace(client, namespaceKey, keys)) };
  };

  const read = async (text: string): Promise<void> => {
    setReading(true);
    setProblem(undefined);
    setScene(undefined);
    try {
      const { readImport } = await import('@/lib/import/read-import');
      const reading = readImport(text, namespaceKey);
      if ('problem' in reading) {
        setProblem(reading.problem);
        return;
      }
      const file = reading.contents;
      const target = await targetOf(file);
      setScene({ file, target, items: dryRun(file, file, target, importOptions) });
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setReading(false);
    }
  };

  return { read, scene, problem, isReading };
}
