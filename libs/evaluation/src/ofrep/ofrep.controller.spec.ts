import { create } from '@bufbuild/protobuf';
import { Logger } from '@nestjs/common';
import type { RpcCall } from '@pennon/api';
import { fliptOfrep } from '@pennon/proto';
import {
  compileSnapshot,
  KeyedTable,
  SNAPSHOT_FORMAT_VERSION,
  type CompiledBooleanFlag,
  type CompiledFlag,
  type CompiledVariantFlag,
  type Snapshot,
  type SnapshotDocument,
} from '@pennon/snapshot';
import { SnapshotHolder } from '@pennon/snapshots';
import { MemorySnapshotSource } from '@pennon/testing';
import { aCall } from '../../../../test/support/fake-call';
import { BatchLimit } from '../evaluating/batch-limit';
import { FlagEvaluator } from '../evaluating/flag-evaluator';
import { FreshSnapshots } from '../evaluating/fresh-snapshots';
import { OfrepDialect } from './ofrep-dialect';
import { ProviderConfiguration } from './provider-configuration';
import { OfrepController } from './ofrep.controller';

/** A holder that holds these flags in the namespace `default`, and nothing else. */
class HolderOf extends SnapshotHolder {
  constructor(private readonly flags: readonly CompiledFlag[]) {
    super(new MemorySnapshotSource());
  }

  override current(namespaceKey: string): Snapshot | undefined {
    if (namespaceKey !== 'default') return undefined;
    const document: SnapshotDocument = {
      formatVersion: SNAPSHOT_FORMAT_VERSION,
      namespaceKey,
      revision: 1,
      segments: [],
      flags: [],
    };
    return { ...compileSnapshot(document), flags: KeyedTable.of(this.flags) };
  }
}

/** A flag that answers true to half of all entities. */
const half: CompiledBooleanFlag = {
  type: 'boolean',
  key: 'half',
  isEnabled: false,
  rollouts: [{ type: 'threshold', percent: 50, value: true }],
};

const plain: CompiledVariantFlag = {
  type: 'variant',
  key: 'plain',
  isEnabled: true,
  defaultVariant: { key: 'a', attachment: '' },
  keyChecksum: 0,
  rules: [],
};

/** A flag that no evaluation can survive. */
const broken: CompiledVariantFlag = {
  ...plain,
  key: 'broken',
  get rules(): never {
    throw new Error('password=hunter2');
  },
};

/** A call whose caller holds all or nothing, and the tags that it was answered with. */
function callOf(holdsAnswer: boolean, namespaceKey?: string): RpcCall & { readonly tags: string[] } {
  const tags: string[] = [];
  return {
    ...aCall({
      header: (name) => (name === 'x-flipt-namespace' ? namespaceKey : undefined),
      tagAnswer(tag) {
        tags.push(tag);
        return holdsAnswer;
      },
    }),
    tags,
  };
}

function controllerOf(
  flags: readonly CompiledFlag[],
  dialect: 'flipt' | 'openfeature' = 'flipt',
): OfrepController {
  const snapshots = new FreshSnapshots(new HolderOf(flags), {
    headers: false,
    minRevisionWait: 0,
    unconfirmed: 'serve',
  });
  return new OfrepController(
    new BatchLimit(200),
    new OfrepDialect(dialect),
    new FlagEvaluator(),
    snapshots,
    new ProviderConfiguration({ enabled: false, ttl: 60_000 }),
  );
}

function evaluateBulk(
  controller: OfrepController,
  context: Record<string, string>,
  call: RpcCall = callOf(false),
): fliptOfrep.EvaluatedFlag[] {
  const request = create(fliptOfrep.EvaluateBulkRequestSchema, { context });
  return atOnce(controller.evaluateBulk(request, call)).message().flags;
}

/** The answer of a handler that has nothing to wait for. */
function atOnce<T extends object>(answer: T | Promise<T>): T {
  if (answer instanceof Promise) throw new Error('the answer is waited for');
  return answer;
}

let logged: jest.SpyInstance;

beforeEach(() => {
  logged = jest.spyOn(Logger.prototype, 'error').mockImplementation();
});

afterEach(() => {
  logged.mockRestore();
});

describe.each(['flipt', 'openfeature'] as const)('a flag that throws, in the dialect %s', (dialect) => {
  const controller = controllerOf([plain, broken, half], dialect);

  it.each([
    ['all flags', { targetingKey: 'me' }, ['plain', 'broken', 'half']],
    ['named flags', { targetingKey: 'me', flags: 'half,broken' }, ['half', 'broken']],
  ])('is an entry among the answers of the others: %s', (_, context, keys) => {
    const flags = evaluateBulk(controller, context);
    expect(flags.map(({ key }) => key)).toEqual(keys);
    expect(flags.flatMap(({ key, errorCode }) => (errorCode === undefined ? [] : [key]))).toEqual(['broken']);
    expect(flags.find(({ key }) => key === 'broken')).toEqual(
      create(fliptOfrep.EvaluatedFlagSchema, {
        key: 'broken',
        errorCode: 'GENERAL',
        errorDetails: 'internal error',
      }),
    );
  });

  it('is logged, with its own words, as an error', () => {
    evaluateBulk(controller, { flags: 'broken' });
    const error: unknown = expect.objectContaining({ message: 'password=hunter2' });
    expect(logged.mock.calls).toEqual([[{ err: error, flag: 'broken' }, 'flag could not be evaluated']]);
  });

  it('fails a call for it alone', () => {
    const request = create(fliptOfrep.EvaluateFlagRequestSchema, { key: 'broken' });
    expect(() => controller.evaluateFlag(request, callOf(false))).toThrow('password=hunter2');
  });
});

describe('a caller who holds the bulk answer', () => {
  it('costs no evaluation', () => {
    expect(evaluateBulk(controllerOf([broken]), { targetingKey: 'me' }, callOf(true))).toEqual([]);
    expect(logged).not.toHaveBeenCalled();
  });

  it('is told all the same that a named flag is missing', () => {
    const context = { targetingKey: 'me', flags: 'plain,gone' };
    const call = callOf(true);
    expect(() => evaluateBulk(controllerOf([plain]), context, call)).toThrow('flag was not found gone');
    expect(call.tags).toEqual([]);
  });
});

describe('the tag of a bulk answer', () => {
  it.each([
    ['named by a targeting key', { targetingKey: 'me' }, 'default', 1],
    ['named by an empty targeting key', { targetingKey: '' }, 'default', 1],
    ['in the namespace that no header names', { targetingKey: 'me' }, undefined, 1],
    ['nobody names', { plan: 'pro' }, 'default', 0],
    ['in a namespace that does not exist', { targetingKey: 'me' }, 'nowhere', 0],
  ])('for an entity %s', (_, context, namespaceKey, count) => {
    const call = callOf(false, namespaceKey);
    evaluateBulk(controllerOf([plain]), context, call);
    expect(call.tags).toHaveLength(count);
  });
});

describe('an entity without a targeting key', () => {
  const controller = controllerOf([half]);

  it('is another one in every call', () => {
    const answers = Array.from({ length: 200 }, () => evaluateBulk(controller, {})[0]?.variant);
    expect(new Set(answers)).toEqual(new Set(['true', 'false']));
    const request = create(fliptOfrep.EvaluateFlagRequestSchema, { key: 'half' });
    const single = Array.from({ length: 200 }, () => atOnce(controller.evaluateFlag(request, callOf(false))));
    expect(new Set(single.map((answer) => answer.message().variant))).toEqual(new Set(['true', 'false']));
  });

  it('is one and the same throughout a call', () => {
    const flags = Array.from({ length: 200 }, () => 'half').join(',');
    expect(new Set(evaluateBulk(controller, { flags }).map(({ variant }) => variant)).size).toBe(1);
  });
});

describe('the bound of a batch', () => {
  const names = (count: number): string => Array.from({ length: count }, () => 'plain').join(',');

  it('holds for the flags that a bulk call names', () => {
    const controller = controllerOf([plain]);
    expect(evaluateBulk(controller, { flags: names(200) })).toHaveLength(200);
    expect(() => evaluateBulk(controller, { flags: names(201) })).toThrow('more than 200 elements');
  });

  it('does not hold for all the flags of a namespace', () => {
    const flags = Array.from({ length: 201 }, (_, index) => ({ ...plain, key: `flag-${index}` }));
    expect(evaluateBulk(controllerOf(flags), {})).toHaveLength(201);
  });
});
