import { assertKey, assertNameLength, quote } from '@pennon/domain';
import type { DocumentNamespace, NamespaceDocument } from '../document';
import type { DocumentText } from '../document-text';
import type { Place } from '../place';
import type { Problem, ProblemLog } from '../problem';
import { suggest } from '../suggestions';
import type { TreeNode } from '../tree';
import { type DocumentVersion, LATEST_VERSION, type ParsedVersion, parseVersion } from '../version';
import { foreignFormat } from '../format';
import { ObjectReader, textOf } from '../fields/object-reader';
import { readFlag } from './read-flag';
import { readSegment } from './read-segment';
import { Reading, type RefuseNumber, type SegmentReference, UniqueKeys } from '../fields/reading';

/**
 * The keys that documents defined so far, by namespace: several documents may describe one namespace, and none may
 * define again what another did. Keys are all that is kept of a document that was read.
 */
export class KeysRead {
  private readonly namespaces = new Map<string, NamespaceKeys>();

  /** The keys of one namespace, to which those of the next document are added. */
  of(namespaceKey: string): NamespaceKeys {
    let keys = this.namespaces.get(namespaceKey);
    if (keys === undefined) {
      keys = { flags: new Map(), segments: new Map() };
      this.namespaces.set(namespaceKey, keys);
    }
    return keys;
  }
}

/** Keys with the places of their definitions, as messages name them. */
export interface NamespaceKeys {
  readonly flags: Map<string, string>;
  readonly segments: Map<string, string>;
}

const namespaceFields = ['key', 'name', 'description'];

/**
 * The namespace a document is about: a key, an object, or the one of documents that name none.
 *
 * A key alone says nothing of name and description. Empty values are left out when a document is written, so a
 * description that is missing beside a name is empty.
 */
function readNamespace(document: ObjectReader, reading: Reading, unnamed: string): DocumentNamespace {
  const node = document.field('namespace');
  const place = document.placeOf('namespace');
  const text = node === undefined ? '' : textOf(node);
  if (text !== undefined)
    return { key: heldKey(text, unnamed, place, reading), name: undefined, description: undefined };
  const namespace = node && ObjectReader.of(node, place, namespaceFields, reading);
  if (namespace === undefined) {
    return { key: unnamed, name: undefined, description: undefined };
  }
  const key = heldKey(namespace.text('key'), unnamed, namespace.placeOf('key'), reading);
  const name = namespace.lawful('name', assertNameLength);
  const description = namespace.description();
  if (name !== '') return { key, name, description };
  return { key, name: undefined, description: description === '' ? undefined : description };
}

function heldKey(written: string, unnamed: string, place: Place, reading: Reading): string {
  const key = written === '' ? unnamed : written;
  reading.hold(place, () => {
    assertKey('namespace', key);
  });
  return key;
}

const documentFields = ['version', 'namespace', 'flags', 'segments'];

/** A document that was read, and what is odd about it. */
export interface ReadDocument {
  readonly document: NamespaceDocument;
  readonly warnings: readonly Problem[];
  /** References to segments that neither this document nor an earlier one defines; empty unless that is allowed. */
  readonly unknownSegments: readonly UnknownSegment[];
}

/** A rule or rollout looks at a segment that is not known, at the place of the problem. */
export interface UnknownSegment {
  readonly key: string;
  readonly problem: Problem;
}

/** What a document is read with. */
export interface DocumentContext {
  /** Version of the stream; undefined for its first document, which says it. */
  readonly version: DocumentVersion | undefined;
  readonly text: DocumentText;
  /** Name of the file in messages about other documents; `''` for none. */
  readonly fileName: string;
  readonly problems: ProblemLog;
  readonly keysRead: KeysRead;
  /** Key of the namespace of a document that names none. */
  readonly unnamedNamespace: string;
  /** What to do about a key that another file defines; `''` for nothing. */
  readonly repeatedKeyHint: string;
  /** True when segments may be known elsewhere, so that unknown ones are no errors. */
  readonly mayLackSegments: boolean;
  readonly refuseNumber: RefuseNumber | undefined;
}

/** Reads one document from its tree, and returns it with the version of its stream. */
export function readDocument(
  root: TreeNode,
  place: Place,
  context: DocumentContext,
): (ReadDocument & { readonly version: DocumentVersion }) | undefined {
  const { problems } = context;
  const foreign = foreignFormat(root);
  if (foreign !== undefined) {
    problems.error(place, foreign);
    return undefined;
  }
  const beforeVersion = new Reading(LATEST_VERSION, problems);
  const object = ObjectReader.of(root, place, documentFields, beforeVersion);
  if (object === undefined) return undefined;
  const { version, fliptV2 } = readVersion(object, context);
  const reading = new Reading(version, problems, context.refuseNumber);
  const namespace = readNamespace(object, reading, context.unnamedNamespace);
  const flagKeys = new UniqueKeys('flag', reading);
  const segmentKeys = new UniqueKeys('segment', reading);
  const flags = object.list('flags', (item, itemPlace) => readFlag(item, itemPlace, reading, flagKeys));
  const segments = object.list('segments', (item, itemPlace) =>
    readSegment(item, itemPlace, reading, segmentKeys),
  );

  const read = context.keysRead.of(namespace.key);
  define('flag', read.flags, flagKeys, context);
  define('segment', read.segments, segmentKeys, context);
  const unknownSegments = findUnknownSegments(reading, read.segments);
  if (!context.mayLackSegments) refuse(unknownSegments, read.segments, problems);
  if (fliptV2 !== undefined) tellOfFliptV2(fliptV2, object.placeOf('version'), problems);
  return {
    document: { namespace, flags, segments },
    warnings: problems.warnings,
    unknownSegments: unknownSegments.map(({ key, place: at }) => ({
      key,
      problem: problems.problemAt(at, unknownSegment(key)),
    })),
    version,
  };
}

/** The version of the stream, which its first document says. */
function readVersion(document: ObjectReader, { version, problems }: DocumentContext): ParsedVersion {
  const text = document.text('version');
  if (text === '') return { version: version ?? LATEST_VERSION };
  const parsed = parseVersion(text);
  const place = document.placeOf('version');
  if (version !== undefined) {
    const isSame = 'version' in parsed && parsed.version === version;
    if (!isSame) problems.warn(place, `the first document says version ${version}, which counts`);
    return { version };
  }
  if ('version' in parsed) return parsed;
  problems.error(place, parsed.reason);
  return { version: LATEST_VERSION };
}

/** Documents of Flipt v2 are read as far as they say what version 1.4 can say. */
function tellOfFliptV2(version: string, place: Place, problems: ProblemLog): void {
  const reading = `Flipt v2 writes version ${version}, which is read as ${LATEST_VERSION}`;
  const advice = ': remove what only Flipt v2 has (docs/migrating-from-flipt.md)';
  problems.note(place, problems.hasErrors ? `${reading}${advice}` : reading);
}

/** Adds a document's keys to those read so far; a key that is there was defined by an earlier document. */
function define(noun: string, read: Map<string, string>, keys: UniqueKeys, context: DocumentContext): void {
  for (const [key, place] of keys.all) {
    const earlier = read.get(key);
    const { fileName, repeatedKeyHint } = context;
    if (earlier !== undefined) {
      const isElsewhere = repeatedKeyHint !== '' && !earlier.startsWith(`${fileName}:`);
      const hint = isElsewhere ? `; ${repeatedKeyHint}` : '';
      context.problems.error(
        place,
        `${noun} ${quote(key)} is not unique: it is defined at ${earlier}${hint}`,
      );
      continue;
    }
    const { line } = context.text.positionOf(place.offset);
    read.set(key, fileName === '' ? `line ${line}` : `${fileName}:${line}`);
  }
}

function findUnknownSegments(
  { segmentReferences }: Reading,
  known: ReadonlyMap<string, unknown>,
): readonly SegmentReference[] {
  return segmentReferences.filter(({ key }) => !known.has(key));
}

function refuse(
  references: readonly SegmentReference[],
  known: ReadonlyMap<string, unknown>,
  problems: ProblemLog,
): void {
  for (const { key, place } of references) {
    problems.error(place, unknownSegment(key), () => suggest(key, [...known.keys()]));
  }
}

function unknownSegment(key: string): string {
  return `unknown segment ${quote(key)}`;
}
