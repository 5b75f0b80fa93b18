import { Agent, request as open } from 'node:http';
import { jsonOf, type Answer, type Request } from '../../support/http';
import { revisionOf, type Evaluated, type KnownFlags, type Question } from './known-flags';

/** An evaluation that takes longer hangs, in milliseconds: far more than the longest that any setting here allows. */
const HANG_MS = 15_000;

/** So many wrong answers are told; more would tell nothing new. */
const MOST_COMPLAINTS = 10;

/** What a load found between two moments. */
export interface Phase {
  readonly name: string;
  readonly answers: number;
  /** Answers per second. */
  readonly rate: number;
  /** Milliseconds from request to answer: of half of the answers, of 99 in 100, of all. */
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

/** How a load asks. */
export interface LoadOptions {
  /** Of the instance, without a trailing slash. */
  readonly url: string;
  /** A client token. */
  readonly token: string;
  /** Each asks again as soon as it is answered. */
  readonly connections?: number;
}

/**
 * Callers that evaluate without a pause, and look at every answer: the value, and that no answer is older than one that
 * was had before it was asked for.
 */
export class EvaluationLoad {
  readonly phases: Phase[] = [];
  /** What was wrong with answers: a few of them, and how many there were. */
  readonly complaints: string[] = [];
  private wrongAnswers = 0;
  private latencies: number[] = [];
  private highestRevision = 0;
  private isStopping = false;
  private readonly callers: readonly Promise<void>[];
  private readonly agent: Agent;

  constructor(
    private readonly flags: KnownFlags,
    private readonly options: LoadOptions,
  ) {
    const { connections = 4 } = options;
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
    this.callers = Array.from({ length: connections }, (_, caller) => this.call(caller));
  }

  /** Does the work while the load goes on, and keeps account of it under that name. */
  async phase<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.latencies = [];
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.phases.push(summary(name, this.latencies, performance.now() - start));
    }
  }

  /** What was found in that phase, which has ended. */
  phaseNamed(name: string): Phase {
    const found = this.phases.find((phase) => phase.name === name);
    if (found === undefined) throw new Error(`there was no phase ${name}`);
    return found;
  }

  /** Ends it, and resolves with all that was wrong. */
  async stop(): Promise<readonly string[]> {
    this.isStopping = true;
    await Promise.all(this.callers);
    this.agent.destroy();
    const more = this.wrongAnswers - this.complaints.length;
    return [
      ...this.complaints,
      ...(more > 0 ? [`and ${more} more`] : []),
      ...this.flags.contradictions().slice(0, MOST_COMPLAINTS),
    ];
  }

  private async call(caller: number): Promise<void> {
    const { questions } = this.flags;
    for (let turn = caller; !this.isStopping; turn++) {
      const question = questions[turn % questions.length];
      if (question !== undefined) await this.ask(question);
    }
  }

  private async ask(question: Question): Promise<void> {
    const revisionBefore = this.highestRevision;
    const start = performance.now();
    const complaint = await this.send(question.request).then(
      (answer) => this.judge(question, answer, revisionBefore),
      (error: unknown) => String(error),
    );
    this.latencies.push(performance.now() - start);
    if (complaint !== undefined) this.complain(complaint, performance.now() - start);
  }

  private judge(question: Question, answer: Answer, revisionBefore: number): string | undefined {
    if (answer.status !== 200) return `${answer.status} ${answer.body.toString()}`;
    const evaluated = jsonOf(answer) as Evaluated;
    const revision = revisionOf(answer);
    this.highestRevision = Math.max(this.highestRevision, revision);
    if (evaluated.variantAttachment !== undefined)
      this.flags.note(Number(evaluated.variantAttachment), revision);
    // Not `<`, so that an answer without a revision is wrong as well.
    if (!(revision >= revisionBefore)) return `revision ${revision} after ${revisionBefore}`;
    return question.complaint(evaluated);
  }

  private complain(complaint: string, elapsed: number): void {
    this.wrongAnswers++;
    if (this.complaints.length < MOST_COMPLAINTS)
      this.complaints.push(`${complaint} (after ${Math.round(elapsed)} ms)`);
  }

  private async send({ verb, path, headers, body = '' }: Request): Promise<Answer> {
    const { url, token } = this.options;
    return new Promise((resolve, reject) => {
      const request = open(
        `${url}${path}`,
        {
          method: verb,
          agent: this.agent,
          headers: {
            ...headers,
            Authorization: `Bearer ${token}`,
            'Content-Length': Buffer.byteLength(body),
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('end', () => {
            const { statusCode: status = 0, headers } = response;
            resolve({ status, headers, body: Buffer.concat(chunks) });
          });
        },
      );
      request.setTimeout(HANG_MS, () => request.destroy(new Error(`no answer within ${HANG_MS} ms`)));
      request.once('error', reject);
      request.end(body);
    });
  }
}

function summary(name: string, latencies: number[], elapsedMs: number): Phase {
  const sorted = latencies.sort((left, right) => left - right);
  const quantile = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return {
    name,
    answers: sorted.length,
    rate: (1000 * sorted.length) / elapsedMs,
    p50: quantile(0.5),
    p99: quantile(0.99),
    longest: quantile(1),
  };
}

/** Writes the phases of a drill to standard output, for people to read. */
export function printPhases(title: string, phases: readonly Phase[]): void {
  const lines = phases.map(
    ({ name, answers, rate, p50, p99, longest }) =>
      `  ${name.padEnd(24)}${pad(rate, 0, 7)}/s  p50 ${pad(p50, 1, 7)}  p99 ${pad(p99, 1, 7)}  ` +
      `longest ${pad(longest, 0, 6)} ms  (${answers})\n`,
  );
  process.stdout.write(`${title}\n${lines.join('')}`);
}

function pad(value: number, digits: number, width: number): string {
  return value.toFixed(digits).padStart(width);
}
