import { setImmediate } from 'node:timers/promises';
import { Turns } from './turns';

/** Work that begins when it is its turn, and ends when it is told to. */
function jobs(turns: Turns) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const stops = new Map<string, AbortController>();
  const add = (name: string): Promise<string> => {
    const stop = new AbortController();
    stops.set(name, stop);
    return turns.take(async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    }, stop.signal);
  };
  return {
    begun,
    add,
    end: (name: string) => ends.get(name)?.(),
    stop: (name: string) => stops.get(name)?.abort(),
  };
}

test('so many work at once, the others in their order', async () => {
  const { begun, add, end } = jobs(new Turns(2));
  const all = ['a', 'b', 'c', 'd'].map(add);
  await setImmediate();
  expect(begun).toEqual(['a', 'b']);
  end('b');
  await setImmediate();
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c']) end(name);
  await setImmediate();
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  end('d');
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
});

test('who leaves while waiting is never begun, and holds up nobody', async () => {
  const { begun, add, end, stop } = jobs(new Turns(1));
  const [first, second, third] = [add('a'), add('b'), add('c')];
  stop('b');
  await expect(second).rejects.toThrow();
  end('a');
  await first;
  await setImmediate();
  expect(begun).toEqual(['a', 'c']);
  end('c');
  await third;
});

test('work that fails passes its turn on', async () => {
  const turns = new Turns(1);
  const { signal } = new AbortController();
  await expect(turns.take(() => Promise.reject(new Error('refused')), signal)).rejects.toThrow('refused');
  expect(await turns.take(() => Promise.resolve(1), signal)).toBe(1);
});
