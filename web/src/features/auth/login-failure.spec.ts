import { loginCopy } from '@/copy/login';
import { loginFailure } from './login-failure';

const { failures } = loginCopy;

describe('a login that failed', () => {
  it('has a text of its own for each code of the server', () => {
    const codes = [
      'state_mismatch',
      'not_allowed',
      'provider_refused',
      'provider_misconfigured',
      'provider_unreachable',
      'failed',
    ];
    expect(Object.keys(failures)).toEqual(codes);
    const titles = codes.map((code) => loginFailure(code).title);
    expect(new Set(titles).size).toBe(codes.length);
  });

  it.each(['', 'FAILED', 'other', '__proto__', 'constructor', '<b>Call 555-0100</b>'])(
    'of any other code nothing is shown: %j',
    (code) => {
      expect(loginFailure(code)).toBe(failures.failed);
    },
  );
});
