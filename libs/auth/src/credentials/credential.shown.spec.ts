import { UnauthenticatedError } from '@pennon/domain';
import { aCall } from '../../../../test/support/fake-call';
import { type Credential, ShownCredentials } from './credential';

const connection = {};
let credentials: ShownCredentials;

beforeEach(() => {
  credentials = new ShownCredentials(['session']);
});

/** What a caller shows with these headers, and this cookie. */
function shown(
  authorizations: readonly string[],
  cookie?: string,
  by: object = connection,
): Credential | undefined {
  return credentials.of(
    aCall({ connection: by, authorizations: () => authorizations, cookie: () => cookie }),
  );
}

describe('what a connection has shown last', () => {
  it('is the same credential when it is shown again', () => {
    const first = shown(['Bearer one']);
    expect(first).toMatchObject({ kind: 'token', text: 'one' });
    expect(shown(['Bearer one'])).toBe(first);
  });

  it.each(['Bearer two', 'Bearer onf', 'Cearer one', 'JWT one', 'Bearer on', 'Bearer one ', 'bearer one'])(
    'is not what is shown now: %j',
    (authorization) => {
      const first = shown(['Bearer one']);
      try {
        expect(shown([authorization])).not.toBe(first);
      } catch (error) {
        expect(error).toBeInstanceOf(UnauthenticatedError);
      }
    },
  );

  it('is nothing to another connection', () => {
    expect(shown(['Bearer one'], undefined, {})).not.toBe(shown(['Bearer one']));
  });

  it('does not count for a call that shows nothing, or a cookie, or two headers', () => {
    shown(['Bearer one']);
    expect(shown([])).toBeUndefined();
    expect(shown([], 'other')).toMatchObject({ text: 'other', isFromCookie: true });
    expect(() => shown(['Bearer one', 'Bearer one'])).toThrow(UnauthenticatedError);
  });

  it('is not what was refused', () => {
    expect(() => shown(['Basic one'])).toThrow(UnauthenticatedError);
    expect(() => shown(['Basic one'])).toThrow(UnauthenticatedError);
  });
});
