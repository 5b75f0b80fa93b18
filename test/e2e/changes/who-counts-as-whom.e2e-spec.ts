import { type Shown } from '../../support/auth-server';
import {
  addNamespace,
  changeIn,
  errorOf,
  newChange,
  partlyOn,
  pathIn,
  valueOf,
  type ChangeJson,
} from '../../support/change-calls';
import { jsonRequest, type Answer } from '../../support/http';
import { useServerWithLogins, type ServerWithLogins } from './logins';

const OWN = 'permission denied: authors may not approve their own change';
const UNKNOWN =
  'permission denied: a review takes a caller with a subject: log in again, or show a token with the claim "sub"';
const AGAIN = 'the caller has approved this change already';
const NOT_AN_APPROVER = 'permission denied: a program reviews changes in the role "approver" only';

/** Proposes in a namespace of its own, which wants that many approvals. */
async function propose(
  server: ServerWithLogins,
  shown: Shown,
  requiredApprovals = 1,
): Promise<ChangeJson & Place> {
  const namespaceKey = `reviewed-${++counter}`;
  await addNamespace(server.as(), namespaceKey);
  await valueOf(
    server.as().send(jsonRequest('PUT', pathIn(namespaceKey, 'policy'), { policy: { requiredApprovals } })),
  );
  const change = await changeIn(server.as(shown).send(newChange(namespaceKey, [partlyOn('colour', 50)])));
  return { ...change, namespaceKey };
}

let counter = 0;

interface Place {
  readonly namespaceKey: string;
}

async function approve(
  server: ServerWithLogins,
  shown: Shown,
  { namespaceKey, id }: ChangeJson & Place,
): Promise<Answer> {
  return server
    .as(shown)
    .send(jsonRequest('POST', pathIn(namespaceKey, `changes/${id}/reviews`), { verdict: 'APPROVE' }));
}

/** Who the second caller is to the first: the author of a change, or somebody whose approval counts. */
async function verdictOn(server: ServerWithLogins, author: Shown, reviewer: Shown): Promise<string> {
  const answer = await approve(server, reviewer, await propose(server, author));
  const [status, message] = errorOf(answer);
  if (status === 200) return 'another person';
  return { [OWN]: 'the same person', [UNKNOWN]: 'unknown' }[message] ?? message;
}

type Login = (server: ServerWithLogins) => Promise<Shown> | Shown;
type Row = readonly [
  second: string,
  verdict: 'the same person' | 'another person' | 'unknown',
  login: Login | 'same session',
];

/** The first login of each table, and the second ones that are held against it. */
const tables: Readonly<Record<string, { readonly first: Login; readonly rows: readonly Row[] }>> = {
  'a static token': {
    first: (server) => server.token('ci'),
    rows: [
      ['the same token', 'the same person', 'same session'],
      ['another token of the same name', 'another person', (server) => server.token('ci')],
      ['a person', 'another person', (server) => server.oidc('acme', 'ann', 'ann@acme.example')],
      ['a workload', 'another person', (server) => server.pod('checkout', 'pod-1')],
    ],
  },
  'OpenID Connect with an address': {
    first: (server) => server.oidc('acme', 'ann', 'ann@acme.example'),
    rows: [
      ['the same session', 'the same person', 'same session'],
      ['a second session', 'the same person', (server) => server.oidc('acme', 'ann', 'ann@acme.example')],
      [
        'the address in capitals',
        'the same person',
        (server) => server.oidc('acme', 'ann', 'ANN@ACME.example'),
      ],
      [
        'another address',
        'the same person',
        (server) => server.oidc('acme', 'ann', 'ann.married@acme.example'),
      ],
      ['no address', 'the same person', (server) => server.oidc('acme', 'ann')],
      ['a token named by the address', 'another person', (server) => server.token('ann@acme.example')],
      [
        'another provider, same address',
        'the same person',
        (server) => server.oidc('globex', 'a1', 'ann@acme.example'),
      ],
      [
        'another provider, same subject',
        'another person',
        (server) => server.oidc('globex', 'ann', 'x@globex.example'),
      ],
      ['another account', 'another person', (server) => server.oidc('acme', 'ben', 'ben@acme.example')],
      ['the code host, same address', 'the same person', (server) => server.codehost(7, 'ann@acme.example')],
      ['a JSON web token, same subject', 'the same person', (server) => server.jwt({ sub: 'ann' })],
    ],
  },
  'OpenID Connect without an address': {
    first: (server) => server.oidc('acme', 'ann'),
    rows: [
      ['the same session', 'the same person', 'same session'],
      ['a second session', 'the same person', (server) => server.oidc('acme', 'ann')],
      ['an address', 'the same person', (server) => server.oidc('acme', 'ann', 'ann@acme.example')],
      ['a token', 'another person', (server) => server.token('ann')],
      ['another account', 'another person', (server) => server.oidc('acme', 'ben')],
      ['another provider, same subject', 'another person', (server) => server.oidc('globex', 'ann')],
    ],
  },
  'the code host with an address': {
    first: (server) => server.codehost(7, 'jane@code.example'),
    rows: [
      ['the same session', 'the same person', 'same session'],
      ['a second session', 'the same person', (server) => server.codehost(7, 'jane@code.example')],
      ['another address', 'the same person', (server) => server.codehost(7, 'jane@home.example')],
      ['no address', 'the same person', (server) => server.codehost(7)],
      ['a token', 'another person', (server) => server.token('jane@code.example')],
      ['another account', 'another person', (server) => server.codehost(8, 'joe@code.example')],
      [
        'a provider, same address',
        'the same person',
        (server) => server.oidc('acme', 'jane', 'Jane@code.example'),
      ],
    ],
  },
  'the code host without an address': {
    first: (server) => server.codehost(7),
    rows: [
      ['the same session', 'the same person', 'same session'],
      ['a second session', 'the same person', (server) => server.codehost(7)],
      ['an address', 'the same person', (server) => server.codehost(7, 'jane@code.example')],
      ['a token', 'another person', (server) => server.token('jane')],
      ['another account', 'another person', (server) => server.codehost(8)],
      ['a provider, same number', 'another person', (server) => server.oidc('acme', '7')],
    ],
  },
  'a JSON web token of a person': {
    first: (server) => server.jwt({ sub: 'ann', user: { email: 'ann@acme.example' } }),
    rows: [
      ['the same token', 'the same person', 'same session'],
      [
        'a second token',
        'the same person',
        (server) => server.jwt({ sub: 'ann', jti: '2', user: { email: 'ann@acme.example' } }),
      ],
      [
        'another address',
        'the same person',
        (server) => server.jwt({ sub: 'ann', user: { email: 'ann2@acme.example' } }),
      ],
      [
        'another copied address',
        'the same person',
        (server) => server.jwt({ sub: 'ann', 'io.service.auth.email': 'x@x.example' }),
      ],
      ['no address', 'the same person', (server) => server.jwt({ sub: 'ann' })],
      ['a static token', 'another person', (server) => server.token('ann')],
      [
        'another subject, same address',
        'the same person',
        (server) => server.jwt({ sub: 'a1', user: { email: 'ann@acme.example' } }),
      ],
      [
        'another subject, same address by the claim that OpenID Connect has for it',
        'the same person',
        (server) => server.jwt({ sub: 'a1', email: 'Ann@ACME.example' }),
      ],
      ['another subject', 'another person', (server) => server.jwt({ sub: 'ben' })],
      [
        'another issuer, same subject',
        'another person',
        (server) => server.jwt({ iss: 'https://other.example', sub: 'ann' }),
      ],
      ['no issuer, same subject', 'another person', (server) => server.jwt({ iss: undefined, sub: 'ann' })],
      ['the provider, same subject', 'the same person', (server) => server.oidc('acme', 'ann')],
      ['no subject', 'unknown', (server) => server.jwt({ user: { email: 'ben@acme.example' } })],
    ],
  },
  'a workload': {
    first: (server) => server.pod('checkout', 'pod-1'),
    rows: [
      ['the same session', 'the same person', 'same session'],
      ['another pod', 'the same person', (server) => server.pod('checkout', 'pod-2')],
      ['another service account', 'another person', (server) => server.pod('billing', 'pod-1')],
      ['a token', 'another person', (server) => server.token('checkout')],
      ['a person', 'another person', (server) => server.codehost(7, 'jane@code.example')],
    ],
  },
};

describe('who counts as whom', () => {
  const server = useServerWithLogins('people');

  describe.each(Object.entries(tables))('after a proposal by %s', (_name, { first, rows }) => {
    it.each(rows)('and %s is %s', async (_second, verdict, login) => {
      const author = await first(server);
      const reviewer = login === 'same session' ? author : await login(server);
      expect(await verdictOn(server, author, reviewer)).toBe(verdict);
    });
  });

  it('nobody gives two approvals by changing the address', async () => {
    const change = await propose(server, await server.token('ci'), 2);
    await changeIn(approve(server, await server.codehost(7, 'jane@code.example'), change));
    const again = [
      server.codehost(7, 'jane@home.example'),
      server.codehost(7),
      server.oidc('acme', 'jane', 'jane@code.example'),
    ];
    for (const login of again)
      expect(errorOf(await approve(server, await login, change))).toEqual([400, AGAIN]);
    expect(await changeIn(approve(server, await server.codehost(8), change))).toMatchObject({
      state: 'APPLIED',
    });
  });

  it('nobody gives an approval who is the author by way of somebody else', async () => {
    const author = await server.oidc('acme', 'ann', 'ann@acme.example');
    const change = await propose(server, author, 2);
    await changeIn(approve(server, await server.oidc('globex', 'g1', 'g1@globex.example'), change));
    // The account of the first reviewer, with the address of the author.
    const both = await server.oidc('globex', 'g1', 'ann@acme.example');
    expect(errorOf(await approve(server, both, change))).toEqual([403, OWN]);
  });

  it('whoever edits a change is one of its authors, with every address', async () => {
    const change = await propose(server, await server.token('ci'));
    const editor = await server.codehost(7, 'jane@code.example');
    const document = {
      document: JSON.stringify({ flags: [partlyOn('colour', 60)], namespace: change.namespaceKey }),
    };
    const edit = jsonRequest('PUT', pathIn(change.namespaceKey, `changes/${change.id}`), { document });
    await changeIn(server.as(editor).send(edit));
    for (const login of [server.codehost(7), server.codehost(7, 'jane@home.example')])
      expect(errorOf(await approve(server, await login, change))).toEqual([403, OWN]);
  });
});

describe('where JSON web tokens belong to programs', () => {
  const server = useServerWithLogins('programs');
  const withAddress = { sub: 'ann', user: { email: 'ann@acme.example' } };

  it.each([
    ['with an address', withAddress],
    ['without an address', { sub: 'ann' }],
  ])('one %s proposes, and reviews only in the role of an approver', async (_name, claims) => {
    const change = await propose(server, server.jwt({ sub: 'deploy' }));
    expect(errorOf(await approve(server, server.jwt(claims), change))).toEqual([403, NOT_AN_APPROVER]);
    const approver = server.jwt({ ...claims, 'io.service.auth.role': 'editor, approver' });
    expect(await changeIn(approve(server, approver, change))).toMatchObject({ state: 'APPLIED' });
  });

  it('one of the author’s account is the author', async () => {
    const role = { 'io.service.auth.role': 'editor, approver' };
    const author = await server.oidc('acme', 'ann', 'ann@acme.example');
    for (const claims of [{ sub: 'ann' }, { sub: 'tool', user: { email: 'ann@acme.example' } }])
      expect(await verdictOn(server, author, server.jwt({ ...claims, ...role }))).toBe('the same person');
  });
});
