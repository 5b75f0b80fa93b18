import { isRefusal } from '@pennon/changes';
import type { NamespaceDocument } from '@pennon/document';
import type { Given } from '../command-line/command';
import type { ImportSource } from '../documents/files-source';
import { openTarget, type Target, type TargetFinding } from '../targets/target';
import { exitCodes } from '../terminal/exit';
import { printLines, tell } from '../terminal/print';
import { importAll, previewAll } from './import-all';

const mode = { existing: 'update', prune: false } as const;

/** Gives flags variants of their own in place of those of other flags. @returns the exit code. */
export async function runRepair(given: Given): Promise<number> {
  const isDryRun = given.isOn('dry-run');
  const target = await openTarget(given, isDryRun ? 'read' : 'write');
  try {
    const namespace = given.text('namespace');
    const keys = namespace === undefined ? await target.namespaceKeys() : [namespace];
    const { documents, errors } = await brokenFlags(target, keys);
    tell(...errors);
    if (documents.length === 0 && errors.length === 0) await printLines(['nothing has to be repaired']);
    const source = sourceOf(documents);
    if (isDryRun) await previewAll(source, target, mode, 'text');
    else await importAll(source, target, { mode, agreed: 'everything', isJson: false });
    if (errors.length > 0) return exitCodes.failed;
    return isDryRun && documents.length > 0 ? exitCodes.found : exitCodes.done;
  } finally {
    await target.close();
  }
}

interface BrokenFlags {
  /** The flags of each namespace that can be repaired, as they are to be. */
  readonly documents: readonly NamespaceDocument[];
  /** Why others cannot. */
  readonly errors: readonly string[];
}

async function brokenFlags(target: Target, namespaceKeys: readonly string[]): Promise<BrokenFlags> {
  const documents: NamespaceDocument[] = [];
  const errors: string[] = [];
  for (const key of namespaceKeys) {
    const findings = await check(target, key, errors);
    const taken = findings.filter(({ check }) => check === 'borrowed_variant_taken');
    errors.push(...taken.map(({ message }) => `error: namespace ${key}: ${message}`));
    const flagKeys = new Set(keysOf(findings.filter(({ check }) => check === 'borrowed_variant')));
    for (const flagKey of keysOf(taken)) flagKeys.delete(flagKey);
    if (flagKeys.size === 0) continue;
    const { flags } = (await target.export(key)).document;
    const namespace = { key, name: undefined, description: undefined };
    documents.push({ namespace, flags: flags.filter((flag) => flagKeys.has(flag.key)), segments: [] });
  }
  return { documents, errors };
}

/** What is found in a namespace; nothing, and an error, if no document can be made of it. */
async function check(target: Target, key: string, errors: string[]): Promise<readonly TargetFinding[]> {
  try {
    return await target.check(key);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    errors.push(`error: namespace ${key}: ${error.message}`);
    return [];
  }
}

function keysOf(findings: readonly TargetFinding[]): readonly string[] {
  return findings.map(({ key }) => key);
}

function sourceOf(documents: readonly NamespaceDocument[]): ImportSource {
  return {
    size: documents.length,
    async *documents() {
      await Promise.resolve();
      yield* documents;
    },
    close: () => Promise.resolve(),
  };
}
