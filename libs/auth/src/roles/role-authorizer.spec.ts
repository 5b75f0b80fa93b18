import { type Identity } from '@pennon/domain';
import { anAuthentication } from '@pennon/testing';
import { type AccessRequest, type Action, type Resource, type Subject } from '../gate/access-request';
import { RoleAuthorizer, unknownRoleIn } from './role-authorizer';

const authorizer = new RoleAuthorizer();

const actions: readonly Action[] = ['read', 'create', 'update', 'delete'];

test.each([
  ['editor', undefined],
  ['editor, shop:viewer,approver', undefined],
  ['shop_viewer', undefined],
  ['bogus', 'bogus'],
  ['editor,shop:bogus', 'shop:bogus'],
  ['', ''],
])('names of roles that mean nothing are found: %j', (text, unknown) => {
  expect(unknownRoleIn(text)).toBe(unknown);
});

function inRole(role: string): Identity {
  return anAuthentication('a', { metadata: { 'io.service.auth.role': role } });
}

/** A workload whose service account has that name. */
function workload(name: string, role?: string): Identity {
  const metadata = {
    'io.service.auth.orchestrator.serviceaccount.name': name,
    ...(role !== undefined && { 'io.service.auth.role': role }),
  };
  return anAuthentication('a', { method: 'orchestrator', metadata });
}

function access(resource: Resource, action: Action, namespaceKey?: string): AccessRequest {
  const subject: Subject = resource === 'authentication' ? 'token' : resource;
  return { resource, subject, action, namespaceKey };
}

/** What the caller may do with that resource, of all there is to do. */
function deeds(identity: Identity, resource: Resource, namespaceKey?: string): string {
  return actions
    .filter((action) => authorizer.refusalOf(identity, access(resource, action, namespaceKey)) === undefined)
    .join(' ');
}

const all = 'read create update delete';

describe('a role for everything', () => {
  it.each([
    ['admin', all, all, all, all],
    ['editor', 'read', all, all, 'read'],
    ['viewer', 'read', 'read', 'read', 'read'],
    ['counter', '', '', '', ''],
    ['', '', '', '', ''],
    ['owner', '', '', '', ''],
  ])('%j: namespaces %j, flags %j, segments %j, tokens %j', (role, namespaces, flags, segments, tokens) => {
    const caller = inRole(role);
    expect(deeds(caller, 'namespace', 'shop')).toBe(namespaces);
    expect(deeds(caller, 'flag', 'shop')).toBe(flags);
    expect(deeds(caller, 'segment', 'default')).toBe(segments);
    expect(deeds(caller, 'authentication')).toBe(tokens);
  });
});

describe('the right to add counts', () => {
  it.each([
    ['admin', all],
    ['counter', 'create update delete'],
    ['editor, counter', all],
    ['editor', 'read'],
    ['viewer', 'read'],
    ['shop:admin', ''],
    ['shop:counter', ''],
    ['owner', ''],
  ])('is for whoever may do everything, and for who counts: %s', (role, may) => {
    expect(deeds(inRole(role), 'evaluation count')).toBe(may);
  });
});

describe('a role for one namespace', () => {
  it.each([
    ['shop:admin', all, all],
    ['shop:editor', 'read', all],
    ['shop:viewer', 'read', 'read'],
    ['shop_viewer', 'read', 'read'],
  ])('%s: that namespace %j, its flags %j, and nothing elsewhere', (role, namespaces, flags) => {
    const caller = inRole(role);
    expect(deeds(caller, 'namespace', 'shop')).toBe(namespaces);
    expect(deeds(caller, 'flag', 'shop')).toBe(flags);
    for (const elsewhere of ['default', 'Shop', 'shop2', ''])
      for (const resource of ['namespace', 'flag', 'segment'] as const)
        expect(deeds(caller, resource, elsewhere)).toBe('');
  });

  it.each(['shop:admin', 'default:admin', 'default_viewer'])(
    'has nothing to do with tokens, which are in no namespace: %s',
    (role) => {
      expect(deeds(inRole(role), 'authentication')).toBe('');
    },
  );

  it('lets one see the list of namespaces, and do nothing with it', () => {
    expect(deeds(inRole('shop:admin'), 'namespace')).toBe('read');
    expect(deeds(inRole('owner'), 'namespace')).toBe('');
  });

  it('adds to the others that one has', () => {
    const caller = inRole('viewer, shop:editor');
    expect(deeds(caller, 'flag', 'shop')).toBe(all);
    expect(deeds(caller, 'flag', 'docs')).toBe('read');
  });
});

describe('the namespaces that one sees', () => {
  it.each([
    ['viewer', undefined],
    ['shop:editor, viewer', undefined],
    ['shop:editor, docs_viewer, shop:viewer', ['shop', 'docs']],
    ['owner', []],
    ['counter', []],
    ['shop:viewer, counter', ['shop']],
  ])('as %j are %j', (role, keys) => {
    expect(authorizer.visibleNamespacesOf(inRole(role))).toEqual(keys && new Set(keys));
  });
});

describe('a workload', () => {
  it.each(['admin', 'editor', 'viewer'])('has no role by its name: %s', (name) => {
    expect(deeds(workload(name), 'flag', 'default')).toBe('');
  });

  it('has the role that it was given', () => {
    expect(deeds(workload('admin', 'shop:editor'), 'flag', 'shop')).toBe(all);
    expect(deeds(workload('admin', 'shop:editor'), 'flag', 'default')).toBe('');
  });
});

it('a JWT has the role of its claim', () => {
  const metadata = { 'io.service.auth.role': 'viewer' };
  expect(deeds({ id: '', method: 'jwt', subject: 'ada', isProgram: true, metadata }, 'flag', 'shop')).toBe(
    'read',
  );
});

it.each(['io.flipt.auth.role', 'role', 'io.service.auth.jwt.role', 'is_bootstrap'])(
  'nothing but the canonical key gives a role: %s',
  (key) => {
    const caller = anAuthentication('a', { metadata: { [key]: key === 'is_bootstrap' ? 'true' : 'admin' } });
    expect(deeds(caller, 'flag', 'default')).toBe('');
  },
);

describe('a refusal says why', () => {
  it.each([
    ['viewer', access('flag', 'create', 'shop'), 'role "viewer" may not create flags in namespace "shop"'],
    [
      '',
      access('flag', 'read', 'default'),
      'a caller without a role may not read flags in namespace "default"',
    ],
    ['editor', access('namespace', 'delete', 'shop'), 'role "editor" may not delete namespace "shop"'],
    ['counter', access('namespace', 'read'), 'role "counter" may not read namespaces'],
    ['viewer', access('evaluation count', 'create'), 'role "viewer" may not create evaluation counts'],
    [
      'viewer',
      { ...access('flag', 'update', 'shop'), subject: 'change' as const, verb: 'review' },
      'role "viewer" may not review changes in namespace "shop"',
    ],
    ['owner', access('namespace', 'read'), 'role "owner" may not read namespaces'],
    ['editor', access('authentication', 'create'), 'role "editor" may not create tokens'],
    ['a"b', access('segment', 'read', 'x\ny'), 'role "a\\"b" may not read segments in namespace "x\\ny"'],
  ])('to %j', (role, request, reason) => {
    expect(authorizer.refusalOf(inRole(role), request)).toBe(reason);
  });

  it('and repeats no more than a line of what the caller said', () => {
    const reason = authorizer.refusalOf(inRole('r'.repeat(9999)), access('flag', 'read', 'n'.repeat(9999)));
    expect(reason?.length).toBeLessThan(300);
  });
});
