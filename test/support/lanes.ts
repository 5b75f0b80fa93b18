import { onServer } from './on-server';
import { type SharedServer } from './use-server';

/** The two ways a request can take through the server (docs/adr/0002). */
const lanes = [
  ['on the fast lane', {}],
  ['on the lane of the framework', { PENNON_SERVER_FAST_LANE: 'false' }],
] as const;

/** Defines tests once for a server of each lane. Conformance needs both; all other tests run on the fast lane. */
export function onEachLane(define: (server: SharedServer) => void): void {
  describe.each(lanes)('%s', (_, lane) => {
    onServer(define, lane);
  });
}
