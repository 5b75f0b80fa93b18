import { emptyToken, expiryError, wishOf } from './token-form';

const now = new Date(2026, 10, 22, 12);

describe('expiryError', () => {
  it('refuses days that are over, and takes today', () => {
    expect(expiryError('2026-11-21', now)).toBe('Choose a date in the future.');
    expect(expiryError('2026-11-22', now)).toBeUndefined();
    expect(expiryError('', now)).toBeUndefined();
  });
});

describe('wishOf', () => {
  it('asks for a token of all namespaces that never expires by its name alone', () => {
    expect(wishOf({ ...emptyToken, name: ' ci ', role: 'viewer' }, [])).toEqual({
      name: 'ci',
      description: '',
    });
  });

  it('sends the midnight after the day, the scope and the role', () => {
    const form = { ...emptyToken, name: 'ci', expiresOn: '2026-12-31', isScoped: true, role: 'viewer' };
    expect(wishOf({ ...form, namespaceKey: 'shop' }, ['viewer'])).toEqual({
      name: 'ci',
      description: '',
      expiresAt: new Date(2027, 0, 1).toISOString(),
      namespaceKey: 'shop',
      metadata: { 'io.service.auth.role': 'viewer' },
    });
  });

  it('gives an approver the right to write, without which it could approve nothing', () => {
    const form = { ...emptyToken, name: 'ci', role: 'approver' };
    expect(wishOf(form, ['editor', 'approver']).metadata).toEqual({
      'io.service.auth.role': 'editor, approver',
    });
  });

  it('leaves a namespace out that was chosen before the scope was taken back', () => {
    expect(wishOf({ ...emptyToken, name: 'ci', namespaceKey: 'shop' }, [])).not.toHaveProperty(
      'namespaceKey',
    );
  });
});
