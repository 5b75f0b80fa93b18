import { Logger } from '@nestjs/common';
import { UnavailableError } from '@pennon/domain';
import { ControlledSnapshotSource } from '@pennon/testing';
import { SnapshotHolder } from './snapshot-holder';

let source: ControlledSnapshotSource;
let holder: SnapshotHolder;

beforeEach(async () => {
  jest.spyOn(Logger.prototype, 'error').mockImplementation();
  source = new ControlledSnapshotSource();
  source.put('kept', 1);
  source.lag = 60_000;
  holder = new SnapshotHolder(source, {
    mode: 'bounded',
    pollInterval: 1000,
    confirmTimeout: 1000,
    loadTimeout: 1000,
  });
  await holder.loadAll();
});

afterEach(() => {
  holder.onModuleDestroy();
});

describe('of a namespace that nothing was kept of', () => {
  it('nobody knows whether it exists, as long as what was kept stands in for the source', () => {
    expect(() => holder.current('unknown')).toThrow(UnavailableError);
  });

  it('it is known that there is none, as soon as the source has answered', () => {
    source.lag = undefined;
    expect(holder.current('unknown')).toBeUndefined();
  });
});

it('answers what was kept', () => {
  expect(holder.current('kept')?.document.revision).toBe(1);
});
