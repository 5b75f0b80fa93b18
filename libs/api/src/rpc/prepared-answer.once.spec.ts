import { once } from './prepared-answer';

describe('what is made once', () => {
  it('is made when it is first asked for, and shared', async () => {
    const make = jest.fn(async () => Promise.resolve({}));
    const get = once(make);
    expect(make).not.toHaveBeenCalled();
    const [first, second] = await Promise.all([get(), get()]);
    expect(first).toBe(second);
    expect(await get()).toBe(first);
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('is tried again after a failure', async () => {
    const make = jest.fn<Promise<string>, []>();
    make.mockRejectedValueOnce(new Error('no memory')).mockResolvedValueOnce('made');
    const get = once(make);
    await expect(get()).rejects.toThrow('no memory');
    expect(await get()).toBe('made');
  });
});
