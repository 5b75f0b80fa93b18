import { type ImportMode } from '@pennon/document';
import { type ImportReport, type Target } from '../targets/target';
import { print, printLines, tell } from '../terminal/print';
import { countsOf, isEmpty, outline, warningsOf } from './describe-report';
import { type ImportSource } from './import-source';

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
    isDifferent ||= !isEmpty(report);
    tell(...warningsOf(key, report));
    if (form === 'json') await print(`${JSON.stringify(jsonOf(key, report))}\n`);
    else await printLines([`namespace ${key}: ${countsOf(report, 'would be ')}`, ...outline(report)]);
  }
  return { isDifferent };
}

function jsonOf(namespace: string, { summary, lines, linesLeftOut, revision }: ImportReport): object {
  return { namespace, dryRun: true, revision, ...summary, changes: [...lines], changesLeftOut: linesLeftOut };
}
