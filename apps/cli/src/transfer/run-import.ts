import { MAX_DOCUMENT_LENGTH, type ImportMode } from '@pennon/document';
import { changeWishesOf } from '../changes/wanted-change';
import { type Given } from '../command-line/command';
import { documentFiles, STDIN, formatOf } from '../documents/document-file';
import { FilesSource, type ImportSource } from '../documents/files-source';
import { maxLengthsOf } from '../documents/max-lengths';
import { exitCodes } from '../terminal/exit';
import { RemoteChanges } from '../targets/remote-changes';
import { neededCallsOf } from '../targets/server-of';
import { openTarget, type Target } from '../targets/target';
import { tell } from '../terminal/print';
import { FliptSource, fliptUrlOf, importTokens } from './flipt-source';
import { askBeforeDeleting } from './ask-before-deleting';
import { importAll, previewAll } from './import-all';
import { ChangeTarget, importByChange } from './import-by-change';

/** Imports, or says what an import would change. @returns the exit code. */
export async function runImport(given: Given): Promise<number> {
  given.assertAtMostOne('skip-existing', 'prune');
  const changes = changesOf(given);
  const source = await openSource(given);
  try {
    if (changes !== undefined) return await importByChange(source, changes, given);
    const target = await openTarget(given, given.isOn('dry-run') ? 'read' : 'write');
    try {
      return await importFrom(source, target, given);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/**
 * What takes the documents as changes; undefined when nothing is asked for that takes a change.
 *
 * @throws Error if there is no server, or something is asked for that no change does.
 */
function changesOf(given: Given): ChangeTarget | undefined {
  const option = ['at', 'propose', 'message'].find(
    (name) => given.text(name) !== undefined || given.isOn(name),
  );
  if (option === undefined) return undefined;
  for (const [name, reason] of [
    ['prune', 'a change deletes only what it names'],
    ['skip-existing', 'a change says what each of its flags and segments is to be'],
  ] as const) {
    if (given.isOn(name)) throw new Error(`--${name} cannot be used with --${option}: ${reason}`);
  }
  const changes = new RemoteChanges(neededCallsOf(given, `import --${option}`));
  return new ChangeTarget(changes, changeWishesOf(given));
}

async function importFrom(source: ImportSource, target: Target, given: Given): Promise<number> {
  const mode = modeOf(given);
  const isJson = given.isOn('json');
  if (given.isOn('dry-run')) {
    const { isDifferent } = await previewAll(source, target, mode, isJson ? 'json' : 'text');
    const newTokens = await bringTokens(source, target, given);
    return isDifferent || newTokens > 0 ? exitCodes.found : exitCodes.done;
  }
  const agreed = given.isOn('yes') ? 'everything' : await askBeforeDeleting(source, target, mode);
  if (agreed === undefined) {
    tell('nothing was changed');
    return exitCodes.failed;
  }
  await importAll(source, target, { mode, agreed, isJson });
  await bringTokens(source, target, given);
  return exitCodes.done;
}

/** @returns how many are new; 0 when none are wanted. */
async function bringTokens(source: ImportSource, { tokens }: Target, given: Given): Promise<number> {
  if (!given.isOn('tokens') || !(source instanceof FliptSource) || tokens === undefined) return 0;
  return importTokens(source.database, tokens, {
    isDryRun: given.isOn('dry-run'),
    isJson: given.isOn('json'),
    onOmission: (sentence) => {
      tell(`warning: ${sentence}`);
    },
  });
}

function modeOf(given: Given): ImportMode {
  return { existing: given.isOn('skip-existing') ? 'skip' : 'update', prune: given.isOn('prune') };
}

async function openSource(given: Given): Promise<ImportSource> {
  const url = fliptUrlOf(given);
  const names = given.isOn('stdin') ? [...given.args, STDIN] : given.args;
  if (url !== undefined) return openFlipt(url, given, names);
  for (const name of ['tokens', 'allow-omissions']) {
    if (given.isOn(name)) throw new Error(`--${name} is for a database: say --from-database too`);
  }
  if (names.length === 0) throw new Error('import needs FILE, or --from-database; see pennon help import');
  return FilesSource.open(documentFiles(names, formatOf(given)), {
    // A server has limits of its own.
    unnamedNamespace: given.text('namespace'),
    maxLengths: given.text('address') === undefined ? maxLengthsOf(given) : MAX_DOCUMENT_LENGTH,
    onWarning: (line) => {
      tell(`warning: ${line}`);
    },
  });
}

async function openFlipt(url: string, given: Given, names: readonly string[]): Promise<ImportSource> {
  if (names.length > 0) throw new Error('import takes files or --from-database, and not both');
  if (given.text('namespace') !== undefined)
    throw new Error('--namespace is for files: a database names its namespaces');
  if (given.isOn('tokens') && given.text('address') !== undefined) {
    throw new Error('--tokens is for a database: a server does not take tokens that were made elsewhere');
  }
  let omissions = 0;
  const source = await FliptSource.open(url, (sentence) => {
    omissions++;
    tell(`warning: ${sentence}`);
  });
  if (omissions === 0 || given.isOn('allow-omissions') || given.isOn('dry-run')) return source;
  await source.close();
  throw new Error(
    'this cannot be brought along, and nothing was changed: say --allow-omissions to do without it',
  );
}
