import { addFlag, addRule, addSegment, addVariant } from '../../support/flags';
import { jsonOf, jsonRequest, type Answer, type Api, type Request } from '../../support/http';

/** Evaluates the flag that is changed, or one that stays as it is. */
export interface Question {
  readonly request: Request;
  /** What is wrong with an answer of status 200; undefined for nothing. */
  complaint(body: Evaluated): string | undefined;
}

/** The part of the answers to both kinds of flag that drills look at. */
export interface Evaluated {
  readonly enabled?: boolean;
  readonly variantAttachment?: string;
}

const MOVING_FLAG = 'moving';

const entity = { entityId: 'someone' };

/** Flags whose right answers are known at every revision, because nobody else changes anything in their namespace. */
export class KnownFlags {
  /** Asked in turn. */
  readonly questions: readonly Question[] = [
    {
      request: evaluation('variant', MOVING_FLAG),
      complaint: ({ variantAttachment }) => this.look(variantAttachment),
    },
    steady('on', true),
    steady('off', false),
  ];

  /** The count that was written last, whether or not the write was acknowledged. */
  private written = 0;
  private readonly acknowledged: Version[] = [];
  /** Text of the pairs of revision and count that were seen, each once. */
  private readonly seen = new Map<string, Version>();

  private constructor(
    private writer: Api,
    private readonly variantId: string,
  ) {}

  /** Creates them. @param api Of the writer. */
  static async create(api: Api): Promise<KnownFlags> {
    await addFlag(api, { key: 'on', type: 'BOOLEAN_FLAG_TYPE', enabled: true });
    await addFlag(api, { key: 'off', type: 'BOOLEAN_FLAG_TYPE', enabled: false });
    await addFlag(api, { key: MOVING_FLAG });
    await addSegment(api, { key: 'everyone' });
    const variantId = await addVariant(api, { flagKey: MOVING_FLAG, key: 'count', attachment: '0' });
    await addRule(api, { flagKey: MOVING_FLAG, segmentKey: 'everyone', variantId });
    return new KnownFlags(api, variantId);
  }

  /** Makes changes at another writer from now on. */
  writeAt(writer: Api): void {
    this.writer = writer;
  }

  /** The count that must be evaluated at the least, if an evaluation sees all that was acknowledged. */
  get lastAcknowledged(): number {
    return this.acknowledged.at(-1)?.count ?? 0;
  }

  /** Writes the next count. It is acknowledged if, and only if, the status is 200. */
  async change(): Promise<Answer> {
    const count = ++this.written;
    const path = `/api/v1/namespaces/default/flags/${MOVING_FLAG}/variants/${this.variantId}`;
    const answer = await this.writer.send(jsonRequest('PUT', path, { key: 'count', attachment: `${count}` }));
    if (answer.status === 200) this.acknowledged.push({ count, revision: revisionOf(answer) });
    return answer;
  }

  /** The count that an instance evaluates now. */
  async countAt(api: Api): Promise<number> {
    const [{ request }] = this.questions as readonly [Question];
    const answer = await api.send(request);
    if (answer.status !== 200) throw new Error(`evaluation: ${answer.status} ${answer.body.toString()}`);
    return Number((jsonOf(answer) as Evaluated).variantAttachment);
  }

  /** Notes which count was evaluated at a revision. */
  note(count: number, revision: number): void {
    this.seen.set(`${revision}:${count}`, { count, revision });
  }

  /** Answers that no order of the writes explains: a count at a revision that was before it, or after its end. */
  contradictions(): readonly string[] {
    const pairs = [...this.seen.values()];
    return pairs.flatMap((seen) =>
      this.acknowledged
        .filter((written) => seen.revision >= written.revision !== seen.count >= written.count)
        .map((written) => `${textOf(seen)}, though ${textOf(written)} was written`),
    );
  }

  private look(attachment: string | undefined): string | undefined {
    const count = Number(attachment);
    return attachment !== '' && count <= this.written ? undefined : `a count of ${attachment}`;
  }
}

interface Version {
  readonly count: number;
  readonly revision: number;
}

/** The revision that an answer names; NaN for none. */
export function revisionOf({ headers }: Answer): number {
  return Number(headers['x-pennon-revision']);
}

function steady(key: string, isEnabled: boolean): Question {
  return {
    request: evaluation('boolean', key),
    complaint: ({ enabled }) => (enabled === isEnabled ? undefined : `${key} is ${enabled}`),
  };
}

function evaluation(type: 'boolean' | 'variant', flagKey: string): Request {
  return jsonRequest('POST', `/evaluate/v1/${type}`, { flagKey, ...entity });
}

function textOf({ count, revision }: Version): string {
  return `count ${count} at revision ${revision}`;
}
