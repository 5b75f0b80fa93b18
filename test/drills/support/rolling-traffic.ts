import { setTimeout as delay } from 'node:timers/promises';
import { jsonOf, jsonRequest, type Answer, type Request } from '../../support/http';
import { type TierName } from '../../support/server-process';
import { revisionOf } from './known-flags';
import { type DrilledServer } from './tiers';

/** An instance that takes part. */
export interface RollingInstance extends DrilledServer {
  readonly tier: TierName;
  /** What it is of: `old` or `new`. */
  readonly version: string;
}

/** How long between two writes, in milliseconds. */
const WRITE_PAUSE_MS = 20;

/** Most of the complaints that are kept. */
const MOST_COMPLAINTS = 10;

/**
 * Writes and evaluations at instances of two versions. Each write goes to a writer that is in rotation, as a balancer
 * has it; evaluations are asked of all instances at once, and compared where they are of the same revision.
 */
export class RollingTraffic {
  /** Writes by version and status, and those that a kill cut off. */
  readonly writes = new Map<string, number>();
  readonly complaints: string[] = [];
  compared = 0;
  private readonly rotation = new Set<RollingInstance>();
  private readonly pending = new Map<RollingInstance, number>();
  private readonly killed = new Set<RollingInstance>();
  private readonly acknowledged = new Map<string, string>();
  private turn = 0;
  private isStopping = false;
  private readonly callers: readonly Promise<void>[];

  /** @param flagKeys Of boolean flags in the default namespace that nobody else changes; two at least. */
  constructor(private readonly flagKeys: readonly string[]) {
    this.callers = [this.write(0), this.write(1), this.compare()];
  }

  /** Has an instance be asked from now on. */
  add(instance: RollingInstance): void {
    this.rotation.add(instance);
  }

  /** Has an instance not be asked any more; resolves when all that it was asked is answered. */
  async remove(instance: RollingInstance): Promise<void> {
    this.rotation.delete(instance);
    while ((this.pending.get(instance) ?? 0) > 0) await delay(5);
  }

  /** Takes down that an instance is about to be killed: what it is asked then may have no answer. */
  kill(instance: RollingInstance): void {
    this.killed.add(instance);
    this.rotation.delete(instance);
  }

  /** Ends it; resolves with what was wrong. */
  async stop(): Promise<readonly string[]> {
    this.isStopping = true;
    await Promise.all(this.callers);
    return this.complaints;
  }

  /** By flag, the name that was acknowledged last. */
  get names(): ReadonlyMap<string, string> {
    return this.acknowledged;
  }

  private async write(caller: number): Promise<void> {
    const key = this.flagKeys[caller] ?? '';
    for (let count = 1; !this.isStopping; count++) {
      const able = [...this.rotation].filter(({ tier }) => tier === 'writer');
      const instance = able[this.turn++ % able.length];
      if (instance !== undefined) {
        const name = `${key} ${count}`;
        const path = `/api/v1/namespaces/default/flags/${key}`;
        const body = { name, enabled: count % 2 === 0 };
        const answer = await this.ask(instance, jsonRequest('PUT', path, body));
        this.count(instance, answer);
        if (answer?.status === 200) this.acknowledged.set(key, name);
        else if (answer !== undefined) this.complain(`write at ${instance.version}`, answer);
      }
      await delay(WRITE_PAUSE_MS);
    }
  }

  private count({ version }: RollingInstance, answer: Answer | undefined): void {
    const name = `${version}: ${answer?.status ?? 'cut off by a kill'}`;
    this.writes.set(name, (this.writes.get(name) ?? 0) + 1);
  }

  private async compare(): Promise<void> {
    for (let turn = 0; !this.isStopping; turn++) {
      const flagKey = this.flagKeys[turn % this.flagKeys.length] ?? '';
      const request = jsonRequest('POST', '/evaluate/v1/boolean', { flagKey, entityId: `entity-${turn}` });
      const answers = await Promise.all(
        [...this.rotation].map(async (instance) => ({ instance, answer: await this.ask(instance, request) })),
      );
      const byRevision = new Map<number, string>();
      for (const { instance, answer } of answers) {
        if (answer === undefined) continue;
        if (answer.status !== 200) this.complain(`evaluation at ${instance.version}`, answer);
        else this.hold(byRevision, instance, answer);
      }
      await delay(1);
    }
  }

  private hold(byRevision: Map<number, string>, { version }: RollingInstance, answer: Answer): void {
    const { enabled, reason } = jsonOf(answer) as { readonly enabled: boolean; readonly reason: string };
    const revision = revisionOf(answer);
    const said = `${enabled} ${reason}`;
    const other = byRevision.get(revision);
    byRevision.set(revision, said);
    if (other === undefined) return;
    this.compared++;
    if (other !== said) this.tell(`at revision ${revision}, ${version} says ${said} and another ${other}`);
  }

  /** The answer; undefined if the instance was killed meanwhile. */
  private async ask(instance: RollingInstance, request: Request): Promise<Answer | undefined> {
    this.pending.set(instance, (this.pending.get(instance) ?? 0) + 1);
    try {
      return await instance.api.send(request);
    } catch (error) {
      if (!this.killed.has(instance)) this.tell(`no answer of ${instance.version}: ${String(error)}`);
      return undefined;
    } finally {
      this.pending.set(instance, (this.pending.get(instance) ?? 1) - 1);
    }
  }

  private complain(what: string, { status, body }: Answer): void {
    this.tell(`${what}: ${status} ${body.toString()}`);
  }

  private tell(complaint: string): void {
    if (this.complaints.length < MOST_COMPLAINTS) this.complaints.push(complaint);
  }
}
