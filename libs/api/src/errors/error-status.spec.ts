import {
  CancelledError,
  DeadlineExceededError,
  InvalidArgumentError,
  NotFoundError,
  NotServingError,
  OtherTierError,
  ReadOnlyError,
  ResourceExhaustedError,
  TooLargeError,
  UnavailableError,
  UnimplementedError,
} from '@pennon/domain';
import { errorStatus, errorTable } from './error-status';

describe('the status of an error', () => {
  it.each([
    [new CancelledError('left'), { grpc: 1, http: 499, logLevel: 'debug', message: 'left' }],
    [new InvalidArgumentError('bad'), { grpc: 3, http: 400, logLevel: 'debug', message: 'bad' }],
    [new DeadlineExceededError('slow'), { grpc: 4, http: 504, logLevel: 'warn', message: 'slow' }],
    [new NotFoundError('gone'), { grpc: 5, http: 404, logLevel: 'debug', message: 'gone' }],
    [
      new ResourceExhaustedError('many'),
      { grpc: 8, http: 429, logLevel: 'warn', message: 'many', retryAfterS: 60 },
    ],
    [new TooLargeError('large'), { grpc: 8, http: 413, logLevel: 'warn', message: 'large' }],
    [new UnimplementedError('no'), { grpc: 12, http: 501, logLevel: 'debug', message: 'no' }],
    [new OtherTierError('there'), { grpc: 12, http: 404, logLevel: 'debug', message: 'there' }],
    [new UnavailableError('later'), { grpc: 14, http: 503, logLevel: 'warn', message: 'later' }],
    [
      new NotServingError(),
      { grpc: 14, http: 503, logLevel: 'debug', message: 'the service is NOT_SERVING' },
    ],
    [
      new ReadOnlyError(),
      {
        grpc: 9,
        http: 400,
        logLevel: 'debug',
        message: 'modification is not allowed in read-only mode',
      },
    ],
  ])('is its row of the table, with its message: %p', (error, status) => {
    expect(errorStatus(error)).toEqual({ ...status, flagKey: '' });
  });

  it.each([new Error('password=hunter2'), 'hunter2', undefined, null, { message: 'hunter2' }])(
    'that is not ours says nothing of what happened: %p',
    (error) => {
      expect(errorStatus(error)).toEqual({
        grpc: 13,
        http: 500,
        logLevel: 'error',
        message: 'internal error',
        flagKey: '',
      });
    },
  );

  it('names the flag that the error is about, where callers are told it apart', () => {
    expect(errorStatus(new NotFoundError('gone', { flagKey: 'checkout' }))).toMatchObject({
      message: 'gone',
      flagKey: 'checkout',
    });
  });

  it('is the HTTP status that Flipt gives to the gRPC code', () => {
    const httpByGrpc = new Map([
      [1, 499],
      [2, 500],
      [3, 400],
      [4, 504],
      [5, 404],
      [6, 409],
      [7, 403],
      [8, 429],
      [9, 400],
      [10, 409],
      [11, 400],
      [12, 501],
      [13, 500],
      [14, 503],
      [15, 500],
      [16, 401],
    ]);
    // Cases of ours: gRPC has one code for what HTTP tells apart.
    const { TOO_LARGE, OTHER_TIER, METHOD_NOT_ALLOWED, UNSUPPORTED_ENCODING, ...ofContract } = errorTable;
    expect([TOO_LARGE, OTHER_TIER, METHOD_NOT_ALLOWED, UNSUPPORTED_ENCODING]).toMatchObject([
      { grpc: 8, http: 413 },
      { grpc: 12, http: 404 },
      { grpc: 12, http: 405 },
      { grpc: 12, http: 415 },
    ]);
    for (const { grpc, http } of Object.values(ofContract)) expect(http).toBe(httpByGrpc.get(grpc));
  });
});
