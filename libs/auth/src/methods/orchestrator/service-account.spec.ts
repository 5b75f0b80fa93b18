import { isNamedBy, metadataOfServiceAccount, serviceAccountOf } from './service-account';

const checkout = {
  ...{ namespace: 'shop', name: 'checkout', uid: 'u1', podName: 'checkout-1', podUid: 'u2' },
  issuer: 'https://cluster.example',
};

describe('the service account of a token', () => {
  it('is what the cluster says of it', () => {
    const cluster = {
      namespace: 'shop',
      pod: { name: 'checkout-1', uid: 'u2' },
      serviceaccount: { name: 'checkout', uid: 'u1' },
    };
    const claims = { 'kubernetes.io': cluster, iss: 'https://cluster.example', sub: 'x' };
    expect(serviceAccountOf(claims)).toEqual(checkout);
  });

  it.each([
    undefined,
    null,
    'text',
    [],
    {},
    { namespace: 1, pod: null, serviceaccount: 'x' },
    { pod: { name: [] } },
  ])('is blank where the cluster does not say: %p', (cluster) => {
    expect(Object.values(serviceAccountOf({ 'kubernetes.io': cluster }))).toEqual(['', '', '', '', '', '']);
  });

  it('has six keys of metadata, blank ones too', () => {
    expect(metadataOfServiceAccount({ ...checkout, podName: '', podUid: '' }, undefined)).toEqual({
      'io.service.auth.orchestrator.issuer': 'https://cluster.example',
      'io.service.auth.orchestrator.namespace': 'shop',
      'io.service.auth.orchestrator.pod.name': '',
      'io.service.auth.orchestrator.pod.uid': '',
      'io.service.auth.orchestrator.serviceaccount.name': 'checkout',
      'io.service.auth.orchestrator.serviceaccount.uid': 'u1',
    });
  });
});

it('has the role that the operator gives, in its metadata', () => {
  expect(metadataOfServiceAccount(checkout, 'viewer')).toMatchObject({ 'io.service.auth.role': 'viewer' });
});

describe('the service accounts that may log in', () => {
  it.each([
    'shop/checkout',
    '*/checkout',
    'shop/*',
    '*/*',
    's*p/ch*k*t',
    '*shop*/checkout*',
    'shop/*check*out*',
    'shop/**',
  ])('%s lets shop/checkout in', (pattern) => {
    expect(isNamedBy(pattern, checkout)).toBe(true);
  });

  it.each([
    'shop/check',
    'shop/heckout',
    'hop/checkout',
    'other/*',
    '*/other',
    'shop/*x*',
    'shop/checkout*t',
    'shop/c*kk*t',
    'shop/c*out*t',
    'shop/checkoutcheckout',
    'shop/chec*eckout',
    'sh.p/checkout',
    'shop/',
    '/',
    '*',
  ])('%s does not', (pattern) => {
    expect(isNamedBy(pattern, checkout)).toBe(false);
  });

  it('none lets in who has no name', () => {
    for (const pattern of ['*/*', 'shop/*', 'shop/'])
      expect(isNamedBy(pattern, { ...checkout, name: '' })).toBe(false);
    for (const pattern of ['*/*', '*/checkout', '/checkout'])
      expect(isNamedBy(pattern, { ...checkout, namespace: '' })).toBe(false);
  });

  it('are compared quickly, whatever they are called', () => {
    const started = process.hrtime.bigint();
    expect(isNamedBy(`shop/${'a*'.repeat(60)}b`, { ...checkout, name: 'a'.repeat(10_000) })).toBe(false);
    expect(Number(process.hrtime.bigint() - started) / 1e6).toBeLessThan(1000);
  });
});
