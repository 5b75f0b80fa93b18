/**
 * Fakes timers and dates, and leaves alone what needs no time: immediates, ticks and microtasks go on by themselves.
 * The count of timers would have them in it, also those of Node and of Jest, which come when the machine has the time.
 */
export function fakeTimers(): void {
  jest.useFakeTimers({ doNotFake: ['performance', 'queueMicrotask', 'nextTick', 'setImmediate'] });
}
