import { createInterface } from 'node:readline/promises';
import type { ImportMode, NamespaceDocument } from '@pennon/document';
import type { ImportSource } from '../documents/files-source';
import type { Plan } from './plan-lines';

/** True when there is somebody to ask. */
function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/** Asks on the terminal. @returns true for `y` or `yes`; anything else, and nothing, is no. */
async function confirm(question: string): Promise<boolean> {
  // Not as a terminal of its own: then Ctrl-C would be a character, and no signal.
  const lines = createInterface({ input: process.stdin, terminal: false });
  try {
    process.stderr.write(`${question} [y/N] `);
    const [answer = ''] = await Promise.race([
      lines.question('').then((line) => [line]),
      new Promise<readonly string[]>((resolve) => {
        lines.once('close', () => {
          resolve([]);
        });
      }),
    ]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}

/** Most lines of deletions that are shown before the question. */
const MAX_SHOWN = 40;

/** How many deletions somebody has agreed to, by namespace; in one that is not listed, none. */
export type Agreement = ReadonlyMap<string, number>;

/** What can tell beforehand what an import does. */
interface DeletionPreview {
  /** For people, without secrets. */
  readonly name: string;
  preview(document: NamespaceDocument, mode: ImportMode): Promise<Plan>;
}

/**
 * Looks what an import would delete, and asks when it is anything.
 *
 * @returns undefined when the answer is no.
 * @throws Error if there is something to ask and nobody there.
 */
export async function askBeforeDeleting(
  source: ImportSource,
  target: DeletionPreview,
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
