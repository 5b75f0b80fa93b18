import { type FlagState, type SegmentState } from '@pennon/state';
import { emptyFlag } from '@/lib/empty-flag';
import {
  type BasedFlag,
  type BasedSegment,
  type FlagValues,
  planFlagCreate,
  planFlagUpdate,
  planNamespaceCreate,
  planSegmentCreate,
} from '@/lib/plan';
import { ClientWire } from './client-wire';
import { PlanServer } from './plan-server';

/** A flag that is on, with a name and a description to change. */
export function flagDraft(key: string): FlagState {
  const variants = [{ key: 'blue', name: '', description: '', attachment: '' }];
  return { ...emptyFlag, key, name: 'First', description: 'first', isEnabled: true, variants };
}

/** A segment of everyone. */
export function segmentDraft(key: string): SegmentState {
  return { key, name: 'First', description: '', matchType: 'all', constraints: [] };
}

/** A namespace of a real server, in which the client of the dashboard saves what others change as well. */
export class SaveScene {
  readonly server = new PlanServer();
  readonly wire = new ClientWire(this.server);

  constructor(readonly namespaceKey: string) {
    beforeAll(() =>
      this.server.run(planNamespaceCreate({ key: namespaceKey, name: namespaceKey, description: '' })),
    );
  }

  /** As the dashboard shows it from then on. */
  async newFlag(key: string): Promise<BasedFlag> {
    await this.server.run(planFlagCreate(this.namespaceKey, flagDraft(key)));
    return this.flagAt(key);
  }

  /** As the dashboard shows it from then on. */
  async newSegment(key: string): Promise<BasedSegment> {
    await this.server.run(planSegmentCreate(this.namespaceKey, segmentDraft(key)));
    return this.server.segmentAt(this.namespaceKey, key);
  }

  /** What somebody else saves, unseen by the dashboard. */
  async elsewhere(key: string, changes: Partial<FlagValues>): Promise<void> {
    await this.server.run(planFlagUpdate(await this.flagAt(key), changes));
  }

  flagAt(key: string): Promise<BasedFlag> {
    return this.server.contentsOf(this.namespaceKey, key);
  }

  /** The latest revision. */
  revision(): Promise<string> {
    return this.server.revisionOf(this.namespaceKey);
  }

  async setPolicy(policy: {
    readonly requiredApprovals: number;
    readonly reviewOff?: boolean;
  }): Promise<void> {
    const path = `/api/v1/namespaces/${this.namespaceKey}/policy`;
    await this.server.send({ method: 'PUT', path, body: { policy } });
  }
}
