import { clientCapabilities } from './client-version';

/** What clients of 1.37, 1.38 and 1.47 know. */
const oldest = { knowsEntityId: false, knowsDefaultVariant: false };
const older = { knowsEntityId: true, knowsDefaultVariant: false };
const current = { knowsEntityId: true, knowsDefaultVariant: true };

describe('what a client can read', () => {
  it.each([
    ['1.47.0', current],
    ['v1.47.0', current],
    ['1.47', current],
    ['1.48', current],
    ['2', current],
    ['10.0.0', current],
    [' 1.47.0 ', current],
    ['1.47.1-rc.1', current],
    ['1.47.0+build.5', current],
    ['1.47.0-rc.1', older],
    ['1.46.99', older],
    ['1.38.0', older],
    ['1.38', older],
    ['1.38.0-alpha', oldest],
    ['1.37.1', oldest],
    ['1.30.0', oldest],
    ['1', oldest],
    ['0.99.0', oldest],
  ])('is what its version has: %p', (version, capabilities) => {
    expect(clientCapabilities(version)).toEqual(capabilities);
  });

  it.each([undefined, '', 'abc', '1.x', '1.47-rc', '1.47.0.0', '-1.47.0', '1..47', '99999999999999999999'])(
    'is the least when it does not say intelligibly: %p',
    (version) => {
      expect(clientCapabilities(version)).toEqual(oldest);
    },
  );
});
