import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { fliptAuth, timestampOf } from '@pennon/proto';
import { InvalidArgumentError } from '@pennon/domain';
import { ManualClock, MemoryTokenStore, SOME_MOMENT } from '@pennon/testing';
import { aCall } from '../../../../../test/support/fake-call';
import { AuthenticationPresenter } from '../../tokens/authentication.presenter';
import { hashOf } from '../../credentials/client-token';
import { Tokens } from '../../tokens/tokens';
import { TokenMethodController } from './token-method.controller';

let store: MemoryTokenStore;
let controller: TokenMethodController;

beforeEach(() => {
  store = new MemoryTokenStore();
  const tokens = new Tokens(new ManualClock(), store);
  controller = new TokenMethodController(new AuthenticationPresenter(false), tokens);
});

async function make(
  request: MessageInitShape<typeof fliptAuth.CreateTokenRequestSchema>,
): Promise<fliptAuth.CreateTokenResponse> {
  return controller.create(create(fliptAuth.CreateTokenRequestSchema, { name: 'ci', ...request }), aCall());
}

/** The metadata of a token that is made like this. */
async function metadataOf(
  request: MessageInitShape<typeof fliptAuth.CreateTokenRequestSchema>,
): Promise<unknown> {
  return (await make(request)).authentication?.metadata;
}

describe('making a token', () => {
  it('answers the token and its record, and keeps of the token its hash alone', async () => {
    const { clientToken, authentication } = await make({ description: 'd', namespaceKey: 'shop' });
    expect(authentication).toMatchObject({
      method: fliptAuth.Method.TOKEN,
      createdAt: timestampOf(SOME_MOMENT),
      updatedAt: timestampOf(SOME_MOMENT),
      metadata: {
        'io.service.auth.token.name': 'ci',
        'io.service.auth.token.description': 'd',
        'io.service.auth.token.namespace': 'shop',
      },
    });
    const kept = await store.findByHash(hashOf(clientToken));
    expect(kept?.id).toBe(authentication?.id);
    expect(JSON.stringify(kept)).not.toContain(clientToken);
  });

  it.each(['ci', ''])('needs nothing, and keeps the name: %j', async (name) => {
    expect(await metadataOf({ name })).toEqual({ 'io.service.auth.token.name': name });
  });

  it('of one hundred makes one hundred', async () => {
    const made = await Promise.all(Array.from({ length: 100 }, () => make({})));
    expect(new Set(made.map(({ clientToken }) => clientToken)).size).toBe(100);
    expect(new Set(made.map(({ authentication }) => authentication?.id)).size).toBe(100);
  });

  it.each(['', ' ', '\t'])('binds it to no namespace by a blank one: %j', async (namespaceKey) => {
    expect(await metadataOf({ namespaceKey })).toEqual({ 'io.service.auth.token.name': 'ci' });
  });

  it('keeps the namespace untrimmed', async () => {
    expect(await metadataOf({ namespaceKey: ' shop ' })).toMatchObject({
      'io.service.auth.token.namespace': ' shop ',
    });
  });

  it.each([SOME_MOMENT - 1, SOME_MOMENT])('makes none that has expired already', async (moment) => {
    await expect(make({ expiresAt: timestampOf(moment) })).rejects.toThrow(
      new InvalidArgumentError('invalid field expiresAt: must be in the future'),
    );
    const { authentication } = await make({ expiresAt: timestampOf(SOME_MOMENT + 1_000_000) });
    expect(authentication?.expiresAt).toEqual(timestampOf(SOME_MOMENT + 1_000_000));
  });

  it.each([
    { seconds: 253_402_300_800n, nanos: 0 },
    { seconds: -62_135_596_801n, nanos: 0 },
    { seconds: 0n, nanos: -1 },
    { seconds: 2n ** 62n, nanos: 0 },
  ])('wants an expiry that is a moment: %o', async (expiresAt) => {
    await expect(make({ expiresAt })).rejects.toThrow(/^attempting to create token: invalid expiry time:/);
    expect(await store.hasAny('token')).toBe(false);
  });
});

describe('the metadata of a token', () => {
  it('may say anything under keys that are not ours', async () => {
    expect(await metadataOf({ metadata: { team: 'web', 'io.flipt.authority': 'x' } })).toMatchObject({
      team: 'web',
      'io.flipt.authority': 'x',
    });
  });

  it.each(['io.service.auth.role', 'io.flipt.auth.role'])('may give a role: %s', async (key) => {
    expect(await metadataOf({ metadata: { [key]: 'viewer' } })).toMatchObject({
      'io.service.auth.role': 'viewer',
    });
  });

  it('has the canonical spelling count where both are given', async () => {
    const both = { 'io.flipt.auth.role': 'admin', 'io.service.auth.role': 'viewer' };
    expect(await metadataOf({ metadata: both })).toMatchObject({ 'io.service.auth.role': 'viewer' });
  });

  it('does not beat what the request says of name, description and namespace', async () => {
    const metadata = {
      'io.flipt.auth.token.name': 'x',
      'io.service.auth.token.description': 'x',
      'io.flipt.auth.token.namespace': 'x',
    };
    expect(await metadataOf({ description: 'd', namespaceKey: 'shop', metadata })).toEqual({
      'io.service.auth.token.name': 'ci',
      'io.service.auth.token.description': 'd',
      'io.service.auth.token.namespace': 'shop',
    });
  });

  it('binds to a namespace in either spelling, never past the check', async () => {
    expect(await metadataOf({ metadata: { 'io.flipt.auth.token.namespace': 'shop' } })).toMatchObject({
      'io.service.auth.token.namespace': 'shop',
    });
  });

  it.each([
    'io.service.auth.oidc.email',
    'io.flipt.auth.oidc.email',
    'io.service.auth.orchestrator.serviceaccount.name',
    'io.flipt.auth.k8s.serviceaccount.name',
    'io.flipt.auth.github.sub',
    'io.service.auth.jwt.issuer',
    'io.service.auth.email',
    'io.service.auth.token.other',
    'io.flipt.auth.',
  ])('may not pretend to be somebody: %s', async (key) => {
    await expect(make({ metadata: { [key]: 'x' } })).rejects.toThrow(
      /^invalid field metadata: key io\.service\.auth\..* is reserved$/,
    );
    expect(await store.hasAny('token')).toBe(false);
  });
});
