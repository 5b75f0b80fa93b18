import { type ImportMode } from '@pennon/document';
import { type Target } from '../targets/target';
import { print, printLines, tell } from '../terminal/print';
import { ProgressBar } from '../terminal/progress-bar';
import { type Agreement } from './ask-before-deleting';
import { countsOf, warningsOf } from './describe-report';
import { type ImportSource } from './import-source';

/** How namespaces are imported. */
export interface ImportAllOptions {
  readonly mode: ImportMode;
  /** What may be deleted. */
  readonly agreed: Agreement | 'everything';
  readonly isJson: boolean;
}

/** Imports one namespace after another, each in a transaction of its own, and prints what became of each. */
export async function importAll(
  source: ImportSource,
  target: Target,
  { mode, agreed, isJson }: ImportAllOptions,
): Promise<void> {
  const bar = new ProgressBar('importing');
  let namespaces = 0;
  try {
    for await (const document of source.documents()) {
      const { key } = document.namespace;
      bar.show(key, namespaces, source.size);
      const report = await target.import(document, mode, {
        maxDeletions: agreed === 'everything' ? undefined : (agreed.get(key) ?? 0),
        onProgress: (done, all) => {
          bar.show(key, namespaces + (all === 0 ? 1 : done / all), source.size);
        },
      });
      namespaces++;
      bar.clear();
      const { summary, revision } = report;
      tell(...warningsOf(key, report));
      if (isJson) {
        await print(`${JSON.stringify({ namespace: key, dryRun: false, revision, ...summary })}\n`);
      } else await printLines([`namespace ${key}: ${countsOf(report)}`]);
    }
  } finally {
    bar.clear();
  }
}
