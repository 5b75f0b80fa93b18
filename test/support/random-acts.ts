import { SERVICE_CALLER as nobody, type RolloutStep, type SegmentSelection } from '@pennon/domain';
import { Edits, type Changes } from '@pennon/changes';
import { SystemClock, type UnitOfWork } from '@pennon/storage';
import { FlagsService, VariantsService } from '../../apps/writer/src/flags/flags.service';
import { NamespacesService } from '../../apps/writer/src/namespaces/namespaces.service';
import { RolloutsService } from '../../apps/writer/src/rollouts/rollouts.service';
import { DistributionsService, RulesService } from '../../apps/writer/src/rules/rules.service';
import { ConstraintsService, SegmentsService } from '../../apps/writer/src/segments/segments.service';
import { flagValueParts, noneOf } from '@pennon/state';

/** What random changes are about; a flag whose key begins with `banner` is boolean. */
export interface ActedOn {
  readonly flagKeys: readonly string[];
  readonly segmentKeys: readonly string[];
}

const few: ActedOn = { flagKeys: ['colour', 'size', 'banner'], segmentKeys: ['dutch', 'beta', 'staff'] };

/** Three numbers that choose what a change is about, each among as many as there are. */
export type Choices = readonly [number, number, number];

/** A random change of one namespace, which may well be refused. */
export type Act = (choices: Choices) => Promise<void>;

/** Random changes by their names. */
export type Acts = Readonly<Record<string, Act>>;

function pick<T>(items: readonly T[], choice: number): T {
  const item = items[choice % items.length];
  // What is not there yet is asked for all the same: such requests come, too.
  return (
    item ??
    ({
      id: 'nothing',
      flagKey: 'nothing',
      segmentKey: 'nothing',
      ruleId: 'nothing',
      variantId: 'nothing',
    } as T)
  );
}

/**
 * Everything that can be done to a namespace, and to some flags and segments of it, three of each unless told. It
 * goes on naming what it has made when that is gone.
 */
export function actsOn(
  namespaceKey: string,
  unitOfWork: UnitOfWork,
  changes: Changes,
  { flagKeys, segmentKeys }: ActedOn = few,
): Acts {
  const clock = new SystemClock();
  const edits = new Edits(changes);
  const namespaces = new NamespacesService(unitOfWork, changes, clock);
  const flags = new FlagsService(unitOfWork, edits, clock);
  const variants = new VariantsService(edits, clock);
  const segments = new SegmentsService(unitOfWork, edits, clock);
  const constraints = new ConstraintsService(edits, clock);
  const rules = new RulesService(unitOfWork, edits, clock);
  const distributions = new DistributionsService(edits, clock);
  const rollouts = new RolloutsService(unitOfWork, edits, clock);
  const made = {
    variants: [] as { id: string; flagKey: string }[],
    constraints: [] as { id: string; segmentKey: string }[],
    rules: [] as { id: string; flagKey: string }[],
    distributions: [] as { id: string; ruleId: string; variantId: string }[],
    rollouts: [] as { id: string; flagKey: string }[],
  };
  const variantsOf = (flagKey: string) => made.variants.filter((variant) => variant.flagKey === flagKey);
  const texts = { name: 'Name', description: '' };
  const selection = (first: number, second: number): SegmentSelection => ({
    segmentKeys: [...new Set([pick(segmentKeys, first), pick(segmentKeys, second)])],
    segmentOperator: 'and',
  });
  const step = (first: number, second: number): RolloutStep =>
    first % 2 === 0
      ? { type: 'threshold', percent: 12.5 * second, value: true }
      : { type: 'segment', ...selection(first, second), value: false };
  return {
    async createNamespace() {
      await namespaces.create(nobody, { key: namespaceKey, ...texts });
    },
    async createNamespaceAgain() {
      await namespaces.delete(nobody, namespaceKey, true);
      await namespaces.create(nobody, { key: namespaceKey, ...texts });
    },
    async updateNamespace([a]) {
      await namespaces.update(nobody, namespaceKey, `Name ${a}`, '');
    },
    async createFlag([a]) {
      const key = pick(flagKeys, a);
      const type = key.startsWith('banner') ? 'boolean' : 'variant';
      await flags.create(nobody, {
        ...noneOf(flagValueParts),
        namespaceKey,
        key,
        type,
        isEnabled: true,
        ...texts,
      });
    },
    async updateFlag([a, b, c]) {
      const defaultVariantId = c % 2 === 0 ? undefined : pick(made.variants, b).id;
      const isEnabled = b % 2 === 0;
      await flags.update(nobody, namespaceKey, pick(flagKeys, a), {
        ...noneOf(flagValueParts),
        ...texts,
        isEnabled,
        defaultVariantId,
        metadata: {},
      });
    },
    async deleteFlag([a]) {
      await flags.delete(nobody, namespaceKey, pick(flagKeys, a));
    },
    async createVariant([a, b]) {
      const flagKey = pick(flagKeys, a);
      const variant = { namespaceKey, flagKey, key: `variant-${b}`, attachment: '', ...texts };
      made.variants.push(await variants.create(nobody, variant));
    },
    async updateVariant([a, b]) {
      const { id, flagKey } = pick(made.variants, a);
      const attachment = `{ "n": ${b} }`;
      await variants.update(nobody, namespaceKey, flagKey, id, { key: `variant-${b}`, attachment, ...texts });
    },
    async deleteVariant([a]) {
      const { id, flagKey } = pick(made.variants, a);
      await variants.delete(nobody, namespaceKey, flagKey, id);
    },
    async createSegment([a]) {
      await segments.create(nobody, { namespaceKey, key: pick(segmentKeys, a), matchType: 'all', ...texts });
    },
    async updateSegment([a, b]) {
      const matchType = b % 2 === 0 ? 'all' : 'any';
      await segments.update(nobody, namespaceKey, pick(segmentKeys, a), { matchType, ...texts });
    },
    async deleteSegment([a]) {
      await segments.delete(nobody, namespaceKey, pick(segmentKeys, a));
    },
    async createConstraint([a, b]) {
      const segmentKey = pick(segmentKeys, a);
      const comparison = { type: 'number', property: 'age', operator: 'gt', value: `${b}` } as const;
      const constraint = { namespaceKey, segmentKey, ...comparison, description: '' };
      made.constraints.push(await constraints.create(nobody, constraint));
    },
    async updateConstraint([a, b]) {
      const { id, segmentKey } = pick(made.constraints, a);
      const comparison = { type: 'string', property: 'plan', operator: 'eq', value: `${b}` } as const;
      await constraints.update(nobody, namespaceKey, segmentKey, id, { ...comparison, description: '' });
    },
    async deleteConstraint([a]) {
      const { id, segmentKey } = pick(made.constraints, a);
      await constraints.delete(nobody, namespaceKey, segmentKey, id);
    },
    async createRule([a, b, c]) {
      const flagKey = pick(flagKeys, a);
      made.rules.push(await rules.create(nobody, { namespaceKey, flagKey, rank: 1 + c, ...selection(b, c) }));
    },
    async updateRule([a, b, c]) {
      const { id, flagKey } = pick(made.rules, a);
      await rules.update(nobody, namespaceKey, flagKey, id, selection(b, c));
    },
    async orderRules([a, b, c]) {
      const ids = [pick(made.rules, b).id, pick(made.rules, c).id];
      await rules.order(nobody, namespaceKey, pick(flagKeys, a), ids);
    },
    async deleteRule([a]) {
      const { id, flagKey } = pick(made.rules, a);
      await rules.delete(nobody, namespaceKey, flagKey, id);
    },
    async createDistribution([, b, c]) {
      const { id: ruleId, flagKey } = pick(made.rules, b);
      const parents = { namespaceKey, flagKey, ruleId, variantId: pick(variantsOf(flagKey), c).id };
      made.distributions.push(await distributions.create(nobody, parents, 33.33));
    },
    async updateDistribution([, b, c]) {
      const { id, ruleId } = pick(made.distributions, b);
      const { flagKey } = made.rules.find((rule) => rule.id === ruleId) ?? pick([], 0);
      const parents = { namespaceKey, flagKey, ruleId, variantId: pick(variantsOf(flagKey), c).id };
      await distributions.update(nobody, parents, id, 66.67);
    },
    async deleteDistribution([a, b]) {
      const { id, ruleId, variantId } = pick(made.distributions, b);
      const parents = { namespaceKey, flagKey: pick(flagKeys, a), ruleId, variantId };
      await distributions.delete(nobody, parents, id);
    },
    async createRollout([a, b, c]) {
      const rollout = { namespaceKey, flagKey: pick(flagKeys, a), rank: 1 + c, description: '' };
      made.rollouts.push(await rollouts.create(nobody, rollout, step(b, c)));
    },
    async updateRollout([a, b, c]) {
      const { id, flagKey } = pick(made.rollouts, a);
      await rollouts.update(nobody, { namespaceKey, flagKey, id, description: '' }, step(b, c));
    },
    async orderRollouts([a, b, c]) {
      const ids = [pick(made.rollouts, b).id, pick(made.rollouts, c).id];
      await rollouts.order(nobody, namespaceKey, pick(flagKeys, a), ids);
    },
    async deleteRollout([a]) {
      const { id, flagKey } = pick(made.rollouts, a);
      await rollouts.delete(nobody, namespaceKey, flagKey, id);
    },
  };
}
