import { type NamespaceDocument } from '@pennon/document';
import { isSqlite, testDialect } from '../../support/database-server';
import { createFliptDatabase, type StoredFlipt } from './support/flipt-database';
import { rowsOf, type FliptRow } from './support/flipt-rows';
import { opened } from './support/opened';
import { aFlagState } from '@pennon/testing';

/** A namespace in which everything is as it should be. */
const lawful: NamespaceDocument = {
  namespace: { key: 'shop', name: 'Shop', description: '' },
  segments: [
    segment('german', { property: 'country', value: 'de' }),
    segment('paying', { property: 'plan', value: 'pro' }),
  ],
  flags: [
    aFlagState('checkout', {
      name: 'Checkout',
      isEnabled: true,
      metadata: { owner: 'payments' },
      defaultVariantKey: 'red',
      variants: [
        { key: 'red', name: '', description: '', attachment: '{"a":1}' },
        { key: 'blue', name: '', description: '', attachment: '' },
      ],
      rules: [
        {
          segmentKeys: ['german', 'paying'],
          segmentOperator: 'or',
          distributions: [{ variantKey: 'red', rolloutPercent: 100 }],
        },
        {
          segmentKeys: ['german', 'paying'],
          segmentOperator: 'and',
          distributions: [{ variantKey: 'blue', rolloutPercent: 33.33 }],
        },
      ],
    }),
    aFlagState('banner', {
      name: 'Banner',
      type: 'boolean',
      rollouts: [
        {
          description: 'ours',
          step: { type: 'segment', segmentKeys: ['paying'], segmentOperator: 'or', value: true },
        },
        { description: 'some', step: { type: 'threshold', percent: 66.66, value: true } },
      ],
    }),
  ],
};

function segment(
  key: string,
  { property, value }: { property: string; value: string },
): NamespaceDocument['segments'][number] {
  const constraint = { type: 'string', property, operator: 'eq', value, description: '' } as const;
  return { key, name: key, description: '', matchType: 'all', constraints: [constraint] };
}

let stored: StoredFlipt;

beforeEach(async () => {
  stored = await createFliptDatabase();
  await stored.insert(rowsOf(lawful));
});
afterEach(async () => {
  await stored.remove();
});

/** The namespace, and what is left out of it. */
async function read(): Promise<{ document: NamespaceDocument; omissions: readonly string[] }> {
  return opened(stored.url, (flipt) => flipt.read('shop'));
}

/** A row of a table with what it needs beside. */
function more(table: string, row: FliptRow): Promise<void> {
  return stored.insert({ [table]: [{ namespace_key: 'shop', ...row }] });
}

const [checkout, banner] = lawful.flags;
const [german, paying] = lawful.segments;

test('nothing is left out of what is as it should be', async () => {
  expect(await read()).toStrictEqual({ document: lawful, omissions: [] });
});

test('what has no name is called by its key', async () => {
  await stored.execute(`UPDATE "flags" SET "name" = ''`, `UPDATE "segments" SET "name" = ''`);
  const { document, omissions } = await read();
  expect(document.flags.map(({ key, name }) => [key, name])).toEqual([
    ['checkout', 'checkout'],
    ['banner', 'banner'],
  ]);
  expect(document.segments.map(({ name }) => name)).toEqual(['german', 'paying']);
  expect(omissions).toEqual([]);
});

test.each([
  [
    'its operator is unknown',
    `"operator" = 'like'`,
    'constraint operator "like" is not valid for type string',
  ],
  ['its operator is in capitals', `"operator" = 'EQ'`, 'constraint operator "EQ" is not in lower case'],
  ['its type is unknown', '"type" = 0', 'invalid constraint type: "UNKNOWN_COMPARISON_TYPE"'],
  [
    'its list is too long',
    `"operator" = 'isoneof', "value" = '${JSON.stringify(Array.from({ length: 101 }, String))}'`,
    'too many values provided for property "country" of type string (maximum 100)',
  ],
])(
  'a segment with a constraint that cannot be kept goes, and what needs it, because %s',
  async (_, change, reason) => {
    await stored.execute(`UPDATE "constraints" SET ${change} WHERE "segment_key" = 'german'`);
    expect(await read()).toStrictEqual({
      document: {
        ...lawful,
        segments: [paying],
        flags: [{ ...checkout, rules: [{ ...checkout?.rules[0], segmentKeys: ['paying'] }] }, banner],
      },
      omissions: [
        `segment "german" is left out: constraint 1: ${reason}`,
        'flag "checkout": rule 1 looks no more at "german"',
        'flag "checkout": rule 2 is left out: it needs "german"',
      ],
    });
  },
);

test('a rollout goes with the only segment that it looks at', async () => {
  await stored.execute(
    `DELETE FROM "segments" WHERE "key" = 'paying'`,
    `DELETE FROM "rules"`,
    `DELETE FROM "constraints" WHERE "segment_key" = 'paying'`,
  );
  const { document, omissions } = await read();
  expect(document.flags[1]).toStrictEqual({ ...banner, rollouts: [banner?.rollouts[1]] });
  expect(document.segments).toStrictEqual([german]);
  expect(omissions).toEqual(['flag "banner": rollout 1 is left out: it needs "paying"']);
});

test('a rule with a share that cannot be kept goes as a whole', async () => {
  await stored.execute(`UPDATE "distributions" SET "rollout" = 101 WHERE "rollout" = 100`);
  const { document, omissions } = await read();
  expect(document.flags[0]?.rules).toStrictEqual([checkout?.rules[1]]);
  expect(omissions).toEqual([
    `flag "checkout": rule 1 is left out: invalid field rollout: must be less than or equal to '100'`,
  ]);
});

test('a rule that distributes to the variant of another flag goes', async () => {
  await stored.execute(`UPDATE "variants" SET "flag_key" = 'banner' WHERE "key" = 'blue'`);
  const { document, omissions } = await read();
  expect(document.flags[0]?.rules).toStrictEqual([checkout?.rules[0]]);
  expect(omissions).toEqual([
    `flag "checkout": rule 2 is left out: it distributes to a variant that the flag does not have`,
  ]);
});

test('flags and segments go whose keys, types or match types no Pennon has', async () => {
  await more('flags', { key: 'my flag', name: 'F', description: '', enabled: true, type: 0 });
  await more('flags', { key: 'odd', name: 'F', description: '', enabled: true, type: 7 });
  await more('segments', { key: 'my.segment', name: 'S', description: '', match_type: 0 });
  await more('segments', { key: 'odd', name: 'S', description: '', match_type: 2 });
  const { document, omissions } = await read();
  expect(document).toStrictEqual(lawful);
  expect([...omissions].sort()).toEqual([
    'flag "my flag" is left out: invalid field key: contains invalid characters',
    'flag "odd" is left out: its type 7 is not known',
    'segment "my.segment" is left out: invalid field key: contains invalid characters',
    'segment "odd" is left out: its match type 2 is not known',
  ]);
});

test('a default variant that is none of the flag goes, and a variant without a key', async () => {
  await stored.execute(
    `UPDATE "flags" SET "default_variant_id" = 'gone' WHERE "key" = 'checkout'`,
    `UPDATE "variants" SET "key" = '' WHERE "key" = 'blue'`,
  );
  const { document, omissions } = await read();
  expect(document.flags[0]).toMatchObject({ defaultVariantKey: undefined, variants: [{ key: 'red' }] });
  expect(omissions).toEqual([
    'variant "" of flag "checkout" is left out: invalid field key: must not be empty',
    'flag "checkout": its default variant is not one of its variants',
    `flag "checkout": rule 2 is left out: it distributes to a variant that the flag does not have`,
  ]);
});

test('rollouts go that decide by nothing, by something unknown, or beyond 100 percent', async () => {
  await stored.execute(
    `UPDATE "rollouts" SET "type" = 3 WHERE "description" = 'ours'`,
    'UPDATE "rollout_thresholds" SET "percentage" = 101',
  );
  expect((await read()).omissions).toEqual([
    'flag "banner": rollout 1 is left out: its type 3 is not known',
    'flag "banner": rollout 2 is left out: invalid field threshold.percentage: must be within range [0, 100]',
  ]);
  await stored.execute('DELETE FROM "rollout_thresholds"');
  expect((await read()).omissions[1]).toBe(
    'flag "banner": rollout 2 is left out: what it decides by is not there',
  );
});

test('an operator between segments that nobody knows takes its rule with it', async () => {
  await stored.execute('UPDATE "rules" SET "segment_operator" = 2 WHERE "rank" = 1');
  const { document, omissions } = await read();
  expect(document.flags[0]?.rules).toStrictEqual([checkout?.rules[1]]);
  expect(omissions).toEqual(['flag "checkout": rule 1 is left out: its segment operator 2 is not known']);
});

test('rows that belong to nothing are told of', async () => {
  await more('variants', { id: 'v', flag_key: 'gone', key: 'v', name: '', description: '' });
  await more('rules', { id: 'r', flag_key: 'gone', rank: 1, segment_operator: 0 });
  await more('constraints', {
    ...{ id: 'c', segment_key: 'gone', type: 1, property: 'p', operator: 'eq', value: 'v', description: '' },
  });
  expect(await read()).toStrictEqual({
    document: lawful,
    omissions: [
      'a variant of flag "gone" is left out: there is no such flag',
      'a rule of flag "gone" is left out: there is no such flag',
      'a constraint of segment "gone" is left out: there is no such segment',
    ],
  });
});

// The other databases look at JSON themselves.
(isSqlite ? test : test.skip)('attachments and metadata that are no JSON go', async () => {
  await stored.execute(
    `UPDATE "variants" SET "attachment" = '{"a"' WHERE "key" = 'red'`,
    `UPDATE "flags" SET "metadata" = 'owner: payments' WHERE "key" = 'checkout'`,
  );
  const { document, omissions } = await read();
  expect(document.flags[0]).toMatchObject({ metadata: undefined, variants: [{ attachment: '' }, {}] });
  expect(omissions[0]).toMatch(
    /^variant "red" of flag "checkout": its attachment is no JSON that can be kept: /,
  );
  expect(omissions[1]).toBe('flag "checkout": its metadata is no JSON object');
});

(isSqlite ? test : test.skip)('attachments and metadata with U+0000 go', async () => {
  await stored.execute(
    String.raw`UPDATE "variants" SET "attachment" = '{"a":"\u0000"}' WHERE "key" = 'red'`,
    String.raw`UPDATE "flags" SET "metadata" = '{"\u0000":1}' WHERE "key" = 'checkout'`,
  );
  const { document, omissions } = await read();
  expect(document.flags[0]).toMatchObject({ metadata: undefined, variants: [{ attachment: '' }, {}] });
  expect(omissions).toEqual([
    'variant "red" of flag "checkout": invalid field attachment: must not hold the character U+0000',
    'flag "checkout": its metadata must not hold the character U+0000',
  ]);
});

// MariaDB and MySQL hold no JSON of that depth.
(testDialect === 'mysql' ? test.skip : test)(
  'attachments and metadata that are nested too deeply go',
  async () => {
    const deep = '['.repeat(250) + ']'.repeat(250);
    await stored.execute(
      `UPDATE "variants" SET "attachment" = '${deep}' WHERE "key" = 'red'`,
      `UPDATE "flags" SET "metadata" = '{"a":${deep}}' WHERE "key" = 'checkout'`,
    );
    const { document, omissions } = await read();
    expect(document.flags[0]).toMatchObject({ metadata: undefined, variants: [{ attachment: '' }, {}] });
    expect(omissions).toEqual([
      expect.stringMatching(/^variant "red" of flag "checkout": its attachment .* is nested deeper than/),
      'flag "checkout": invalid field metadata: must not be nested deeper than 188 levels',
    ]);
  },
);

// MySQL has no such number in JSON.
(isSqlite ? test : test.skip)('metadata with a number beyond a double goes', async () => {
  await stored.execute(`UPDATE "flags" SET "metadata" = '{"n":1e400}' WHERE "key" = 'checkout'`);
  const { document, omissions } = await read();
  expect(document.flags[0]?.metadata).toBeUndefined();
  expect(omissions).toEqual([
    'flag "checkout": invalid field metadata.n: must be a number within the range of a 64-bit float',
  ]);
});

test('metadata that is a list goes', async () => {
  await stored.execute(`UPDATE "flags" SET "metadata" = '[1]' WHERE "key" = 'checkout'`);
  expect((await read()).omissions).toEqual(['flag "checkout": its metadata is no JSON object']);
});

test('a namespace that Pennon cannot have is not among the namespaces, and told of', async () => {
  await stored.insert({
    namespaces: [
      { key: 'my shop', name: 'Shop', description: '', protected: false },
      { key: 'last', name: '', description: '', protected: false },
    ],
    flags: [{ namespace_key: 'gone', key: 'f', name: 'F', description: '', enabled: true, type: 0 }],
  });
  await opened(stored.url, async (flipt) => {
    expect([...(await flipt.namespaces())].sort()).toEqual(['last', 'shop']);
    expect([...(await flipt.omissions())].sort()).toEqual([
      'namespace "my shop" is left out: invalid field key: contains invalid characters',
      'what is in namespace "gone" is left out: there is no such namespace',
    ]);
    await expect(flipt.read('my shop')).rejects.toThrow('invalid field key: contains invalid characters');
    await expect(flipt.read('gone')).rejects.toThrow('has no namespace "gone"');
    const nameless = { key: 'last', name: undefined, description: undefined };
    expect((await flipt.read('last')).document.namespace).toEqual(nameless);
  });
});

test('of thousands of omissions a thousand is listed', async () => {
  const flags = Array.from({ length: 1500 }, (_, index) => ({
    ...{ namespace_key: 'shop', key: `no ${index}`, name: 'F', description: '', enabled: true, type: 0 },
  }));
  await stored.insert({ flags });
  const { omissions } = await read();
  expect(omissions).toHaveLength(1001);
  expect(omissions.at(-1)).toBe('and 500 more');
});
