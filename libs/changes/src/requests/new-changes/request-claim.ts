import { createHash } from 'node:crypto';
import {
  ConflictError,
  DomainError,
  marksOf,
  quote,
  UnavailableError,
  type ChangeCaller,
  type Instant,
} from '@pennon/domain';
import type { DoneRequest, Stores, UnitOfWork } from '@pennon/storage';

/** A request that is to be done once, however often it is sent. */
export type RequestClaim = Pick<DoneRequest, 'namespaceKey' | 'requestKey' | 'digest'>;

/** What a request came to. */
export type MadeByRequest = Pick<DoneRequest, 'revision' | 'changeId'>;

/** Thrown in a transaction for a request that another one has done: undoes it. */
class DoneBefore extends Error {
  constructor(readonly made: MadeByRequest) {
    super('the request was done before');
  }
}

/** A request as its caller sends it. */
export interface KeyedRequest {
  readonly namespaceKey: string;
  readonly requestKey: string;
  /** What it asks for. */
  readonly name: string;
  /** The same bytes for the same request. */
  readonly content: Uint8Array;
}

/** The claim of a caller to have a request done once. */
export function claimFor(
  { origin, bypassReason }: ChangeCaller,
  { namespaceKey, requestKey, name, content }: KeyedRequest,
): RequestClaim {
  const person = marksOf(origin)[0] ?? '';
  const about = JSON.stringify([name, person, bypassReason]);
  const digest = createHash('sha256').update(`${about}\n`).update(content).digest('hex');
  return { namespaceKey, requestKey, digest };
}

/**
 * Writes down, in the transaction of a request, that it is done. It comes before everything that the request does: a
 * repetition at the same moment waits here, and does nothing once this one is committed.
 *
 * @param claim Undefined for a request that may be done twice.
 */
export async function take(
  stores: Stores,
  claim: RequestClaim | undefined,
  made: MadeByRequest,
): Promise<void> {
  if (claim === undefined) return;
  const at = await stores.time.now();
  const done = await madeWith(stores, claim, at);
  if (done !== undefined) throw new DoneBefore(done);
  await stores.requestKeys.add({ ...claim, ...made, at });
}

/**
 * Does what a request asks for, unless that was done before.
 *
 * @param work Calls {@link take} in its transaction. If it rejects, the request can be repeated.
 * @param answer Tells what the request came to when it was done.
 * @throws ConflictError if the key was used for another request.
 */
export async function once<T>(
  unitOfWork: UnitOfWork,
  claim: RequestClaim | undefined,
  work: () => Promise<T>,
  answer: (made: MadeByRequest) => Promise<T>,
): Promise<T> {
  if (claim === undefined) return work();
  const find = (): Promise<MadeByRequest | undefined> =>
    unitOfWork.read(async (stores) => madeWith(stores, claim, await stores.time.now()));
  const before = await find();
  if (before !== undefined) return answer(before);
  try {
    return await work();
  } catch (error) {
    if (error instanceof DoneBefore) return answer(error.made);
    if (!(error instanceof DomainError) || error instanceof UnavailableError) throw error;
    // What is refused may be refused because the same request was done meanwhile.
    const meanwhile = await find();
    if (meanwhile === undefined) throw error;
    return answer(meanwhile);
  }
}

async function madeWith(
  { requestKeys }: Stores,
  { namespaceKey, requestKey, digest }: RequestClaim,
  now: Instant,
): Promise<MadeByRequest | undefined> {
  const done = await requestKeys.find(namespaceKey, requestKey, now);
  if (done !== undefined && done.digest !== digest)
    throw new ConflictError(
      `request key ${quote(requestKey)} was used for another request, or by another caller, in the last 24 hours`,
      { info: { reason: 'REQUEST_KEY_REUSED' } },
    );
  return done;
}
