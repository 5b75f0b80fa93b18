import { create, toJson } from '@bufbuild/protobuf';
import { pennonChanges } from '@pennon/proto';
import { Given } from '../command-line/command';
import { policyLines, policyOptions, policyWith, releasedLines, wantedPolicy } from './policy-members';

test('every member of a policy has an option and a line', () => {
  // Told, and not set: what the caller may do, and what setting it has done.
  const told = ['mine', 'released'];
  const members = pennonChanges.PolicySchema.fields.filter(({ name }) => !told.includes(name));
  expect(Object.keys(policyOptions)).toHaveLength(members.length);
  expect(
    policyLines(
      create(pennonChanges.PolicySchema, {
        ...{ requiredApprovals: 2, bypass: ['admin'] },
        requiredReviewers: [{ reviewer: { case: 'group', value: 'a:b c' } }],
        appliesTo: { tags: ['pci'], keys: ['checkout'] },
      }),
    ),
  ).toEqual([
    'approvals: 2',
    'approve-own: false',
    'restrict-direct-writes: true',
    'bypass: admin',
    'required-reviewer: group:a:b c',
    'applies-to: tag:pci, key:checkout',
    'apply-late: false',
    'review-off: false',
    'reapprove-after-merge: false',
  ]);
});

test.each([
  [0, []],
  [1, ['1 change that waited needs no more approvals, and will be applied now or as scheduled']],
  [2, ['2 changes that waited need no more approvals, and will be applied now or as scheduled']],
])('a policy that was set tells of %d changes that it has released', (released, lines) => {
  expect(releasedLines({ released })).toEqual(lines);
});

test('only what is given is wanted', () => {
  expect(wantedPolicy(new Given({ approvals: '1' }))).toEqual({ requiredApprovals: 1 });
  expect(wantedPolicy(new Given({ 'restrict-direct-writes': 'false', bypass: ['admin', 'editor'] }))).toEqual(
    {
      restrictDirectWrites: false,
      bypass: ['admin', 'editor'],
    },
  );
  expect(wantedPolicy(new Given({ bypass: ['none'], 'apply-late': 'true', 'approve-own': 'true' }))).toEqual({
    ...{ bypass: [], applyLate: true, mayApproveOwn: true },
  });
  expect(
    wantedPolicy(new Given({ 'required-reviewer': ['role:admin', 'group:a:b c', 'person:ana@example.org'] })),
  ).toEqual({
    requiredReviewers: [
      { reviewer: { case: 'role', value: 'admin' } },
      { reviewer: { case: 'group', value: 'a:b c' } },
      { reviewer: { case: 'person', value: 'ana@example.org' } },
    ],
  });
  expect(wantedPolicy(new Given({ 'required-reviewer': ['none'] }))).toEqual({ requiredReviewers: [] });
  expect(() => wantedPolicy(new Given({ 'required-reviewer': ['admin'] }))).toThrow(
    '--required-reviewer takes role:NAME, group:NAME, person:ADDRESS or none, not "admin"',
  );
  expect(wantedPolicy(new Given({ 'applies-to': ['tag:a b', 'key:c', 'tag:d:e'] }))).toEqual({
    appliesTo: { tags: ['a b', 'd:e'], keys: ['c'] },
  });
  expect(wantedPolicy(new Given({ 'applies-to': ['everything'] }))).toEqual({
    appliesTo: { tags: [], keys: [] },
  });
  expect(() => wantedPolicy(new Given({ 'applies-to': ['pci'] }))).toThrow(
    '--applies-to takes tag:TAG, key:KEY or everything, not "pci"',
  );
  expect(() => wantedPolicy(new Given({}))).toThrow('say what to set, such as --approvals 1');
  expect(() => wantedPolicy(new Given({ approvals: 'two' }))).toThrow('--approvals takes a whole number');
});

test('what is wanted replaces members of the policy that there is, and can be sent', () => {
  const { PolicySchema } = pennonChanges;
  const held = create(PolicySchema, { requiredApprovals: 2, appliesTo: { keys: ['login'] } });
  const wanted = wantedPolicy(
    new Given({ 'required-reviewer': ['group:payments'], 'applies-to': ['tag:pci'] }),
  );
  expect(toJson(PolicySchema, policyWith(held, wanted))).toEqual({
    ...{ requiredApprovals: 2, appliesTo: { tags: ['pci'] } },
    requiredReviewers: [{ group: 'payments' }],
  });
});
