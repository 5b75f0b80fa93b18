import { type DescMethodUnary } from '@bufbuild/protobuf';
import { pennonChanges } from '@pennon/proto';
import { type Shown } from '../../support/auth-server';
import { jsonOf, jsonRequest, type Request } from '../../support/http';
import { denied, refused, type Verdict } from '../auth/core/probes';
import {
  addNamespace,
  changeIn,
  documentSource,
  errorOf,
  newChange,
  partlyOn,
  pathIn,
  valueOf,
} from '../../support/change-calls';
import { useServerWithPeople } from './people';

const { method } = pennonChanges.ChangeService;
const { ChangeMode, Verdict: ReviewVerdict } = pennonChanges;

const server = useServerWithPeople();

const allowed: Verdict = [200, 0];

/** One call, as each door takes it. */
interface Step {
  readonly rpc: DescMethodUnary;
  readonly http: (namespaceKey: string, id: string) => Request;
  /** The message beside the namespace, and the id of a change if the step is about one. */
  readonly message: (namespaceKey: string) => object;
  /** True if every call needs a change of its own that waits. */
  readonly isAboutChange?: boolean;
}

const policy = { requiredApprovals: 0, restrictDirectWrites: true };
const wanted = (namespaceKey: string): { readonly document: string } =>
  documentSource(namespaceKey, [partlyOn('colour', 10)]);

function reading(rpc: unknown, path: string, message: object = {}): Step {
  return {
    rpc: rpc as DescMethodUnary,
    http: (namespaceKey, id) => ({ path: pathIn(namespaceKey, path.replace('{id}', id)) }),
    message: () => message,
    isAboutChange: path.includes('{id}'),
  };
}

function writing(rpc: unknown, path: string, body: object, message = body): Step {
  return {
    rpc: rpc as DescMethodUnary,
    http: (namespaceKey, id) => jsonRequest('POST', pathIn(namespaceKey, path.replace('{id}', id)), body),
    message: () => message,
    isAboutChange: path.includes('{id}'),
  };
}

const reads: Readonly<Record<string, Step>> = {
  'list revisions': reading(method.listRevisions, 'revisions'),
  'get a revision': reading(method.getRevision, 'revisions/1', { revision: '1' }),
  'compare revisions': reading(method.compareRevisions, 'revisions/1/compare/latest', {
    from: '1',
    to: 'latest',
  }),
  'list authors': reading(method.listActors, 'actors'),
  'get a subject': reading(method.getSubject, 'revisions/1/subject?kind=namespace', {
    revision: '1',
    kind: 'namespace',
  }),
  'blame a subject': reading(method.blameSubject, 'blame?kind=namespace', { kind: 'namespace' }),
  'compare a flag': reading(method.compareFlag, 'flags/kept/compare?with=shop', {
    flagKey: 'kept',
    with: ['shop'],
  }),
  'list changes': reading(method.listChanges, 'changes'),
  'get a change': reading(method.getChange, 'changes/{id}'),
  'read the checks': reading(method.checkNamespace, 'checks'),
  'comment on a change': writing(
    method.reviewChange,
    'changes/{id}/reviews',
    { verdict: 'COMMENT', comment: 'Why?' },
    { verdict: ReviewVerdict.COMMENT, comment: 'Why?' },
  ),
  'read the policy': reading(method.getPolicy, 'policy'),
};

const writes: Readonly<Record<string, Step>> = {
  'create a change': {
    rpc: method.createChange,
    http: (namespaceKey) => newChange(namespaceKey, [partlyOn('colour', 10)]),
    message: (namespaceKey) => ({ source: { case: 'document', value: wanted(namespaceKey) } }),
  },
  'propose a change': {
    rpc: method.createChange,
    http: (namespaceKey) => newChange(namespaceKey, [partlyOn('colour', 10)], { mode: 'PROPOSE' }),
    message: (namespaceKey) => ({
      mode: ChangeMode.PROPOSE,
      source: { case: 'document', value: wanted(namespaceKey) },
    }),
  },
  'look at what a change would do': {
    rpc: method.createChange,
    http: (namespaceKey) => newChange(namespaceKey, [partlyOn('colour', 10)], { validateOnly: true }),
    message: (namespaceKey) => ({
      validateOnly: true,
      source: { case: 'document', value: wanted(namespaceKey) },
    }),
  },
  'edit a change': {
    rpc: method.updateChange,
    http: (namespaceKey, id) =>
      jsonRequest('PUT', pathIn(namespaceKey, `changes/${id}`), { document: wanted(namespaceKey) }),
    message: (namespaceKey) => ({ document: wanted(namespaceKey) }),
    isAboutChange: true,
  },
  'apply a change': writing(method.applyChange, 'changes/{id}/apply', {}),
  'cancel a change': writing(method.cancelChange, 'changes/{id}/cancel', {}),
  'review a change': writing(
    method.reviewChange,
    'changes/{id}/reviews',
    { verdict: 'APPROVE' },
    { verdict: ReviewVerdict.APPROVE },
  ),
  'block a change': writing(
    method.reviewChange,
    'changes/{id}/reviews',
    { verdict: 'REQUEST_CHANGES' },
    { verdict: ReviewVerdict.REQUEST_CHANGES },
  ),
  'revert a revision': writing(
    method.revertRevision,
    'revisions/2/revert',
    { onto: 'LATEST' },
    { revision: '2', onto: pennonChanges.RevertRevisionRequest_Onto.LATEST },
  ),
};

const policyWrites: Readonly<Record<string, Step>> = {
  'set the policy': {
    rpc: method.updatePolicy,
    http: (namespaceKey) => jsonRequest('PUT', pathIn(namespaceKey, 'policy'), { policy }),
    message: () => ({ policy }),
  },
};

let share = 20;

/** A proposal of an admin, which waits. Each wants another share: one that changes nothing is no proposal. */
async function proposalIn(namespaceKey: string): Promise<string> {
  share = 20 + ((share + 1) % 80);
  const proposal = newChange(namespaceKey, [partlyOn('colour', share)], { mode: 'PROPOSE' });
  return (await changeIn(server.as().send(proposal))).id;
}

/** What a step comes to on both doors, for a caller with that credential; without one for nobody. */
async function verdictOf(step: Step, namespaceKey: string, shown?: Shown): Promise<Verdict> {
  const id = async (): Promise<string> => (step.isAboutChange === true ? proposalIn(namespaceKey) : '');
  const api = shown === undefined ? server : server.as(shown);
  const { status } = await api.send(step.http(namespaceKey, await id()));
  const ofChange = step.isAboutChange === true ? { id: await id() } : {};
  const message = { namespaceKey, ...ofChange, ...step.message(namespaceKey) };
  const { code } = await server.grpc(step.rpc, message, shown);
  return [status, code];
}

/** What each of the steps comes to, by its name. */
async function verdictsOf(
  steps: Readonly<Record<string, Step>>,
  namespaceKey: string,
  shown?: Shown,
): Promise<Readonly<Record<string, Verdict>>> {
  const verdicts: Record<string, Verdict> = {};
  for (const [name, step] of Object.entries(steps)) {
    verdicts[name] = await verdictOf(step, namespaceKey, shown);
  }
  return verdicts;
}

function all(steps: Readonly<Record<string, Step>>, verdict: Verdict): Readonly<Record<string, Verdict>> {
  return Object.fromEntries(Object.keys(steps).map((name) => [name, verdict]));
}

const everything = { ...reads, ...writes, ...policyWrites };

beforeAll(async () => {
  for (const key of ['shop', 'docs']) {
    await addNamespace(server.as(), key);
    await valueOf(server.as().send(newChange(key, [partlyOn('colour', 1)])));
    await valueOf(server.as().send(newChange(key, [partlyOn('kept', 1)])));
  }
});

describe.each([
  ['admin', allowed, allowed, allowed],
  ['editor', allowed, allowed, denied],
  ['viewer', allowed, denied, denied],
  ['shop:admin', allowed, allowed, allowed],
  ['shop:editor', allowed, allowed, denied],
  ['shop:viewer', allowed, denied, denied],
  ['approver', denied, denied, denied],
  ['docs:admin', denied, denied, denied],
  ['', denied, denied, denied],
] as const)('in the role "%s"', (role, mayRead, mayWrite, maySetPolicy) => {
  const shown = (): Shown => server.person(`${role}@example.org`, role);

  test(`a caller reads: ${mayRead.join()}`, async () => {
    expect(await verdictsOf(reads, 'shop', shown())).toEqual(all(reads, mayRead));
  });

  test(`a caller changes flags: ${mayWrite.join()}`, async () => {
    expect(await verdictsOf(writes, 'shop', shown())).toEqual(all(writes, mayWrite));
  });

  test(`a caller sets the policy: ${maySetPolicy.join()}`, async () => {
    expect(await verdictsOf(policyWrites, 'shop', shown())).toEqual(all(policyWrites, maySetPolicy));
  });
});

test.each(['shop:admin', 'shop:editor', 'shop:viewer'])(
  'the role %s is for no other namespace',
  async (role) => {
    const shown = server.person('ana@example.org', role);
    expect(await verdictsOf(everything, 'docs', shown)).toEqual(all(everything, denied));
  },
);

test('nobody may do anything without a credential', async () => {
  expect(await verdictsOf(everything, 'shop')).toEqual(all(everything, refused));
});

describe('a static token of one namespace', () => {
  const role = { 'io.service.auth.role': 'admin, approver' };
  let shop: string;

  beforeAll(async () => {
    shop = (await server.issue({ namespaceKey: 'shop', metadata: role })).clientToken;
  });

  test('may do everything there', async () => {
    expect(await verdictsOf(everything, 'shop', shop)).toEqual(all(everything, allowed));
  });

  test('is refused in another namespace', async () => {
    expect(await verdictsOf(everything, 'docs', shop)).toEqual(all(everything, denied));
  });

  test.each(['docs', 'default', ''])('cannot promote flags of namespace "%s"', async (fromNamespace) => {
    const promote = { fromNamespace, flags: ['colour'] };
    for (const validateOnly of [false, true]) {
      const request = jsonRequest('POST', pathIn('shop', 'changes'), { promote, validateOnly });
      expect((await server.as(shop).send(request)).status).toBe(403);
    }
    const source = { case: 'promote', value: promote } as const;
    const { code } = await server.grpc(method.createChange, { namespaceKey: 'shop', source }, shop);
    expect(code).toBe(7);
  });

  test.each(['fromNamespace=docs', 'from_namespace=docs', 'fromNamespace=shop&fromNamespace=docs'])(
    'cannot compare with another namespace: %s',
    async (query) => {
      const path = pathIn('shop', `revisions/1/compare/latest?${query}`);
      expect([400, 403]).toContain((await server.as(shop).send({ path })).status);
      const message = { namespaceKey: 'shop', from: '1', to: 'latest', fromNamespace: 'docs' };
      expect((await server.grpc(method.compareRevisions, message, shop)).code).toBe(7);
    },
  );

  test('cannot compare a flag with another namespace, or list revisions of all', async () => {
    const path = pathIn('shop', 'flags/colour/compare?with=shop&with=docs');
    expect((await server.as(shop).send({ path })).status).toBe(403);
    expect((await server.as(shop).send({ path: '/api/v1/revisions' })).status).toBe(403);
  });
});

describe.each(['shop:admin', 'shop:editor', 'shop:viewer'])('in the role %s of one namespace', (role) => {
  const shown = (): Shown => server.person('ana@example.org', role);

  test('nobody promotes flags of another one', async () => {
    const promote = { fromNamespace: 'docs', flags: ['colour'] };
    for (const validateOnly of [false, true]) {
      const request = jsonRequest('POST', pathIn('shop', 'changes'), { promote, validateOnly });
      expect((await server.as(shown()).send(request)).status).toBe(403);
    }
    const source = { case: 'promote', value: promote } as const;
    const { code } = await server.grpc(method.createChange, { namespaceKey: 'shop', source }, shown());
    expect(code).toBe(7);
  });

  test('nobody compares with another one', async () => {
    const path = pathIn('shop', 'revisions/1/compare/latest?fromNamespace=docs');
    expect((await server.as(shown()).send({ path })).status).toBe(403);
    const message = { namespaceKey: 'shop', from: '1', to: 'latest', fromNamespace: 'docs' };
    expect((await server.grpc(method.compareRevisions, message, shown())).code).toBe(7);
  });

  test('nobody compares a flag with one of another one', async () => {
    const path = pathIn('shop', 'flags/colour/compare?with=shop&with=docs');
    expect((await server.as(shown()).send({ path })).status).toBe(403);
    const message = { namespaceKey: 'shop', flagKey: 'colour', with: ['shop', 'docs'] };
    expect((await server.grpc(method.compareFlag, message, shown())).code).toBe(7);
  });

  test('everybody sees the revisions of that one alone', async () => {
    const answer = await server.as(shown()).send({ path: '/api/v1/revisions' });
    expect(answer.status).toBe(200);
    const { revisions } = jsonOf(answer) as {
      readonly revisions: readonly { readonly namespaceKey: string }[];
    };
    expect(new Set(revisions.map(({ namespaceKey }) => namespaceKey))).toEqual(new Set(['shop']));
  });
});

test('a change of another namespace is not found by its id', async () => {
  const shown = server.person('ana@example.org', 'shop:admin');
  const id = await proposalIn('docs');
  for (const step of Object.values({ ...reads, ...writes }).filter(({ isAboutChange }) => isAboutChange)) {
    const answer = await server.as(shown).send(step.http('shop', id));
    expect(errorOf(answer)).toEqual([404, `change "${id}" not found in namespace "shop"`]);
    const message = { namespaceKey: 'shop', id, ...step.message('shop') };
    expect((await server.grpc(step.rpc, message as never, shown)).code).toBe(5);
  }
  expect(await changeIn(server.as().send({ path: pathIn('docs', `changes/${id}`) }))).toMatchObject({
    state: 'PENDING_REVIEW',
    reviews: [],
  });
});

test('a document of another namespace is refused', async () => {
  const shown = server.person('ana@example.org', 'shop:admin');
  const document = documentSource('docs', [partlyOn('colour', 100)]);
  const answer = await server.as(shown).send(jsonRequest('POST', pathIn('shop', 'changes'), { document }));
  expect(errorOf(answer)).toEqual([
    400,
    'invalid field document: namespace.key is "docs", and the request is about "shop"',
  ]);
});
