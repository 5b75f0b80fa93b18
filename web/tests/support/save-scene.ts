import { type Flag } from '@/lib/model';
import {
  type BasedFlag,
  type BasedSegment,
  type FlagChanges,
  type FlagDraft,
  planFlagCreate,
  planFlagUpdate,
  planNamespaceCreate,
  planSegmentCreate,
  type SegmentDraft,
} from '@/lib/plan';
import { ClientWire } from './client-wire';
import { PlanServer } from './plan-server';

/** A flag that is on, with a name and a description to change. */
export function flagDraft(key: string): FlagDraft {
  return {
    ...{ key, name: 'First', description: 'first', type: 'VARIANT_FLAG_TYPE', enabled: true, metadata: {} },
    ...{
      variants: [{ key: 'blue', name: '', description: '', attachment: '' }],
      defaultVariantKey: undefined,
    },
  };
}

/** A segment of everyone. */
export function segmentDraft(key: string): SegmentDraft {
  return { key, name: 'First', description: '', matchType: 'ALL_MATCH_TYPE', constraints: [] };
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
  async elsewhere(key: string, changes: FlagChanges): Promise<void> {
    await this.server.run(planFlagUpdate(await this.flagAt(key), changes));
  }

  flagAt(key: string): Promise<BasedFlag> {
    return this.server.contentsOf(this.namespaceKey, key);
  }

  async storedFlag(key: string): Promise<Flag> {
    return (await this.flagAt(key)).flag;
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
