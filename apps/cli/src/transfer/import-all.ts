import { isEmptySummary, type ImportMode } from '@pennon/document';
import type { ImportSource } from '../documents/files-source';
import type { ImportReport, Target } from '../targets/target';
import { print, printLines, tell } from '../terminal/print';
import { ProgressBar } from '../terminal/progress-bar';
import type { Agreement } from './ask-before-deleting';
import { countsOf, outline } from './plan-lines';

/** What the server finds odd about the document of a namespace. */
export function warningsOf(namespaceKey: string, { warnings }: ImportReport): readonly string[] {
  return warnings.map((warning) => `warning: namespace ${namespaceKey}: ${warning}`);
}

/** Prints what an import would change, one namespace after another. */
export async function previewAll(
  source: ImportSource,
  target: Target,
  mode: ImportMode,
  form: 'text' | 'json',
): Promise<{ readonly isDifferent: boolean }> {
  let isDifferent = false;
  for await (const document of source.documents()) {
    const { key } = document.namespace;
    const report = await target.preview(document, mode);
    isDifferent ||= !isEmptySummary(report.summary);
    tell(...warningsOf(key, report));
    if (form === 'json') await print(`${JSON.stringify(jsonOf(key, report))}\n`);
    else await printLines([`namespace ${key}: ${countsOf(report.summary, 'would be ')}`, ...outline(report)]);
  }
  return { isDifferent };
}

function jsonOf(namespace: string, { summary, lines, linesLeftOut, revision }: ImportReport): object {
  return { namespace, dryRun: true, revision, ...summary, changes: [...lines], changesLeftOut: linesLeftOut };
}

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
      } else await printLines([`namespace ${key}: ${countsOf(summary)}`]);
    }
  } finally {
    bar.clear();
  }
}
