import { type ImportMode } from '@pennon/document';
import { type Target } from '../targets/target';
import { canAsk, confirm } from '../terminal/confirm';
import { type ImportSource } from './import-source';

/** Most lines of deletions that are shown before the question. */
const MAX_SHOWN = 40;

/** How many deletions somebody has agreed to, by namespace; in one that is not listed, none. */
export type Agreement = ReadonlyMap<string, number>;

/**
 * Looks what an import would delete, and asks when it is anything.
 *
 * @returns undefined when the answer is no.
 * @throws Error if there is something to ask and nobody there.
 */
export async function askBeforeDeleting(
  source: ImportSource,
  target: Target,
  mode: ImportMode,
): Promise<Agreement | undefined> {
  const agreement = new Map<string, number>();
  const shown: string[] = [];
  let all = 0;
  for await (const document of source.documents()) {
    const { key } = document.namespace;
    const { summary, lines } = await target.preview(document, mode);
    if (summary.delete === 0) continue;
    agreement.set(key, summary.delete);
    all += summary.delete;
    for (const { sign, text } of lines) {
      if (sign === '-' && shown.length < MAX_SHOWN) shown.push(`  - namespace ${key}: ${text}`);
    }
  }
  if (all === 0) return agreement;
  const list = [...shown, ...(all > shown.length ? [`  and ${all - shown.length} more`] : [])].join('\n');
  const what = `this import deletes ${all === 1 ? 'one thing' : `${all} things`} from ${target.name}`;
  if (!canAsk()) {
    throw new Error(`${what}, and nobody is there to be asked: say --yes; nothing was changed\n${list}`);
  }
  return (await confirm(`pennon: ${what}:\n${list}\nGo on?`)) ? agreement : undefined;
}
