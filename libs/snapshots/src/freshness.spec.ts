import { loadConfig } from '@pennon/config';
import { freshnessFrom } from './freshness';

function freshness(env: NodeJS.ProcessEnv, isAlone: boolean): object {
  const machine = { HOME: '/nonexistent' };
  return freshnessFrom(loadConfig({ env: { ...machine, ...env }, root: '/nonexistent' }).config, isAlone);
}

const cached = { PENNON_CACHE_ENABLED: 'true' };

describe('the mode of freshness', () => {
  it.each([
    ['embedded for the only writer of a file', {}, true, 'embedded'],
    ['embedded for it, cache or not', cached, true, 'embedded'],
    ['strict where others write', {}, false, 'strict'],
    ['bounded where others write and there is a cache', cached, false, 'bounded'],
  ])('is %s', (_, env, isAlone, mode) => {
    expect(freshness(env, isAlone)).toMatchObject({ mode, pollInterval: 1000 });
  });

  it('polls twice within the bound that is promised', () => {
    const env = { ...cached, PENNON_CACHE_TTL: '500ms' };
    expect(freshness(env, false)).toMatchObject({ mode: 'bounded', pollInterval: 250 });
    expect(freshness({ PENNON_CACHE_TTL: '500ms' }, false)).toMatchObject({ pollInterval: 1000 });
  });
});
