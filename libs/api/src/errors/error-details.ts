import {
  create,
  toBinary,
  toJson,
  type DescMessage,
  type DescMethod,
  type JsonValue,
  type Message,
} from '@bufbuild/protobuf';
import { anyPack, type Any } from '@bufbuild/protobuf/wkt';
import {
  ConflictError,
  DomainError,
  MethodNotAllowedError,
  revisionText,
  type AuditOrigin,
  type Conflict,
  type ErrorInfo,
  type PartPlace,
  type TornPart,
} from '@pennon/domain';
import { ErrorInfoSchema, isOwn, pennonChanges } from '@pennon/proto';

/** Who defines the reasons. */
const DOMAIN = 'pennon';

/** Longest value of metadata, in UTF-16 units: some are texts of callers. */
const MAX_VALUE_LENGTH = 256;

/** Something that an error tells programs, beside its message. */
export interface ErrorDetail {
  readonly type: DescMessage;
  readonly message: Message;
}

/**
 * What a refused call of Pennon's own tells programs: why, and what it conflicts with. Nothing for a call of Flipt,
 * whose errors are recorded.
 *
 * @param method Undefined for no call that there is.
 * @param maxBytes Most bytes of conflicts, as protobuf; how many are left out is told.
 */
export function detailsOf(
  method: DescMethod | undefined,
  error: unknown,
  maxBytes: number,
): readonly ErrorDetail[] {
  const isOfOwn =
    method === undefined ? error instanceof MethodNotAllowedError && error.isOwn : isOwn(method);
  if (!isOfOwn) return [];
  const { reason, metadata = {} }: ErrorInfo =
    error instanceof DomainError ? error.info : { reason: 'INTERNAL' };
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(metadata))
    values[name] = value.slice(0, MAX_VALUE_LENGTH).toWellFormed();
  const info = create(ErrorInfoSchema, { reason, domain: DOMAIN, metadata: values });
  const details = [{ type: ErrorInfoSchema, message: info }];
  if (!(error instanceof ConflictError) || error.conflicts.length === 0) return details;
  return [
    ...details,
    { type: pennonChanges.ConflictListSchema, message: conflictList(error.conflicts, maxBytes) },
  ];
}

/** Who did something, on the wire: what readers of flags may know of it, and no address. */
export function presentAuthor({ actor, authentication }: AuditOrigin): pennonChanges.Author {
  return create(pennonChanges.AuthorSchema, { displayName: actor, authentication });
}

/** A conflict on the wire. */
export function presentConflict({ kind, key, revision, author, part }: Conflict): pennonChanges.Conflict {
  return create(pennonChanges.ConflictSchema, {
    ...{ kind, key },
    revision: revision === undefined ? '' : revisionText(revision),
    author: presentAuthor(author),
    ...(part !== undefined && tornMembers(part)),
  });
}

/** A place in a flag or segment on the wire. */
export function presentPlace({ kind, key, part, item }: PartPlace): pennonChanges.PartPlace {
  return create(pennonChanges.PartPlaceSchema, { kind, key, part, item });
}

function tornMembers(part: TornPart): Partial<pennonChanges.Conflict> {
  const { base, mine, latest, with: other } = part;
  return {
    place: presentPlace(part),
    ...(base !== undefined && { base }),
    ...(mine !== undefined && { mine }),
    ...(latest !== undefined && { latest }),
    ...(other !== undefined && { with: presentPlace(other) }),
  };
}

function conflictList(all: readonly Conflict[], maxBytes: number): pennonChanges.ConflictList {
  const conflicts: pennonChanges.Conflict[] = [];
  let bytes = 0;
  for (const conflict of all) {
    const whole = presentConflict(conflict);
    const size = sizeOf(whole);
    // Of a large one at least its place is told.
    const message = bytes + size > maxBytes ? presentConflict(withoutSides(conflict)) : whole;
    bytes += message === whole ? size : sizeOf(message);
    if (bytes > maxBytes) break;
    conflicts.push(message);
  }
  const conflictsLeftOut = all.length - conflicts.length;
  return create(pennonChanges.ConflictListSchema, { conflicts, conflictsLeftOut });
}

function sizeOf(conflict: pennonChanges.Conflict): number {
  return toBinary(pennonChanges.ConflictSchema, conflict).length;
}

function withoutSides({ part, ...conflict }: Conflict): Conflict {
  const nothing = { base: undefined, mine: undefined, latest: undefined };
  return { ...conflict, ...(part !== undefined && { part: { ...part, ...nothing } }) };
}

/** A detail as gRPC carries it. */
export function detailInAny({ type, message }: ErrorDetail): Any {
  return anyPack(type, message);
}

/** A detail as the body of an error has it. */
export function detailInJson({ type, message }: ErrorDetail): JsonValue {
  const members = toJson(type, message, { alwaysEmitImplicit: true });
  return { '@type': `type.googleapis.com/${type.typeName}`, ...(members as Record<string, JsonValue>) };
}
