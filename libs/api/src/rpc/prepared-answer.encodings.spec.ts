import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { EncodedJson } from './prepared-answer';

describe('a JSON text in its encodings', () => {
  const text = JSON.stringify(Array.from({ length: 1000 }, (_, index) => ({ index })));
  const json = new EncodedJson(Buffer.from(text));

  it('is itself in each of them', async () => {
    expect((await json.as('identity')).toString()).toBe(text);
    expect(gunzipSync(await json.as('gzip')).toString()).toBe(text);
    expect(brotliDecompressSync(await json.as('br')).toString()).toBe(text);
  });

  it.each(['br', 'gzip', 'identity'] as const)('is encoded once: %s', async (encoding) => {
    const [first, second] = await Promise.all([json.as(encoding), json.as(encoding)]);
    expect(first).toBe(second);
  });

  it('is smaller compressed, and smallest with Brotli', async () => {
    const sizes = await Promise.all((['br', 'gzip', 'identity'] as const).map((name) => json.as(name)));
    const [br = 0, gzip = 0, identity = 0] = sizes.map(({ length }) => length);
    expect(br).toBeLessThan(gzip);
    expect(gzip).toBeLessThan(identity);
  });
});
